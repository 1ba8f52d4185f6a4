import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Cipher } from '../../../../kernel/cipher';
import { isAppError } from '../../../../kernel/errors';
import type { Storage } from '../../../../kernel/storage';
import type { Db } from '../../../../platform/db/client';
import { discard, notePending } from '../../../../platform/storage/pending';
import { FILE_PURPOSE, openNumbers, plainNumber } from '../numbers';
import { beginReading, lockAccount, sealedNumbers, waitingStatements } from '../queries.sql';
import { type RawStatement, Unreadable } from '../reading/raw';
import { readStatementFile } from '../reading/read';
import type { BankMapping } from '../schema';
import { bankStatements } from '../tables';
import { addStatementLines } from './add-lines';
import { enqueueReading } from './enqueue';

interface RunContext {
  db: Db;
  log: Logger;
  storage: Storage;
  cipher: Cipher;
}
/** A statement whose process died this often is not begun again. */
const MAX_ATTEMPTS = 3;

type Begun = Awaited<ReturnType<typeof beginReading>>[number];

/** Reads an uploaded statement: all of its lines and its status in one transaction, after which the file is removed. */
export async function readStatement(ctx: RunContext, statementId: string): Promise<void> {
  const [begun] = await beginReading(ctx.db, statementId);
  if (!begun) return;
  try {
    if (begun.attempts > MAX_ATTEMPTS) {
      throw new Unreadable('interrupted', 'Reading it was interrupted too often. Upload the file again.');
    }
    const bytes = await openFile(ctx, begun);
    const found = await readStatementFile(begun.entity_id, bytes, {
      format: begun.format,
      mapping: begun.mapping as BankMapping | null,
    });
    await store(ctx, begun, found);
  } catch (error) {
    // Too many wait: the next minute tries it again.
    if (isAppError(error)) return;
    if (!(error instanceof Unreadable)) throw error;
    await fail(ctx.db, begun.id, error);
  }
  await discard(ctx.db, ctx.storage, begun.storage_key);
}

/** @throws Unreadable for a file that was sealed under another secret, or is gone */
async function openFile({ storage, cipher }: RunContext, { storage_key }: Begun): Promise<Buffer> {
  try {
    const sealed = await buffer(await storage.read(storage_key));
    return cipher.openBytes(FILE_PURPOSE, sealed.toString());
  } catch {
    throw new Unreadable('interrupted', 'The file is no longer kept. Upload it again.');
  }
}

async function store({ db, cipher }: RunContext, begun: Begun, found: RawStatement): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, begun.account_id, begun.entity_id);
    const [row] = await tx.select().from(bankStatements).where(eq(bankStatements.id, begun.id)).for('update');
    if (row?.status !== 'reading') return;
    const [sealed] = await sealedNumbers(tx, begun.account_id, begun.entity_id);
    const numbers = openNumbers(cipher, sealed ?? { routing: null, account: null });
    checkAccounts(found.accounts, numbers.account);
    const hidden = [...found.accounts, numbers.account ?? '', numbers.routing ?? ''].filter(Boolean);
    const added = await addStatementLines(tx, row, found, hidden);
    const days = found.lines.map(({ day }) => day).sort();
    await tx
      .update(bankStatements)
      .set({
        status: 'ready',
        storageKey: null,
        fromOn: days[0] ?? null,
        toOn: days.at(-1) ?? null,
        columns: (row.columns as Array<{ name: string }>).map(({ name }) => ({ name, samples: [] })),
        counts: { ...found.counts, new: added, duplicate: found.lines.length - added },
        errors: found.errors,
      })
      .where(eq(bankStatements.id, row.id));
    await notePending(tx, begun.storage_key);
  });
}

/** @throws Unreadable for a file of another account, or of several */
function checkAccounts(inside: readonly string[], own: string | null): void {
  const numbers = new Set(inside.map(plainNumber).filter(Boolean));
  if (own !== null) numbers.add(plainNumber(own));
  if (numbers.size <= 1) return;
  throw new Unreadable(
    'other_account',
    'The file is of another account, or of several. Choose its own account.',
  );
}

async function fail(db: Db, id: string, { code, message }: Unreadable): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(bankStatements).where(eq(bankStatements.id, id)).for('update');
    if (row?.storageKey == null) return;
    const columns = (row.columns as Array<{ name: string }>).map(({ name }) => ({ name, samples: [] }));
    await tx
      .update(bankStatements)
      .set({ status: 'failed', storageKey: null, columns, error: { code, message } })
      .where(eq(bankStatements.id, id));
    await notePending(tx, row.storageKey);
  });
}

/** Reads again what a dead process has left, and fails what has waited a day for its columns: files are kept no longer. */
export async function resumeStatements({ db, storage }: Pick<RunContext, 'db' | 'storage'>): Promise<void> {
  for (const { id, entity_id, old } of await waitingStatements(db)) {
    if (!old) {
      await enqueueReading(db, { id, entityId: entity_id }, `resume_statement:${id}`);
      continue;
    }
    const [row] = await db
      .select({ key: bankStatements.storageKey })
      .from(bankStatements)
      .where(eq(bankStatements.id, id));
    await fail(
      db,
      id,
      new Unreadable('expired', 'The file waited for a day and was removed. Upload it again.'),
    );
    if (row?.key) await discard(db, storage, row.key);
  }
}
