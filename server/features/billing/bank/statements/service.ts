import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing, type FieldError, invalidRequest } from '../../../../kernel/errors';
import { fieldErrors } from '../../../../kernel/field-errors';
import { newId } from '../../../../kernel/ids';
import type { Context, ReadContext, WriteContext } from '../../../../operation/context';
import { rejectLimited } from '../../../../operation/limited';
import { checkPace } from '../../../../operation/pace';
import type { Db } from '../../../../platform/db/client';
import { actorValues } from '../../../../platform/db/columns';
import { readPaged } from '../../../../platform/db/paged.sql';
import { notePending } from '../../../../platform/storage/pending';
import { lockEntity } from '../../../entities/queries';
import { held } from '../accounts/service';
import { maskersOf, openNumbers } from '../numbers';
import {
  BANK_STATEMENTS,
  countLinesOf,
  ownStatements,
  readStatements,
  removeLinksOf,
  sealedNumbers,
} from '../queries.sql';
import type { RawHead } from '../reading/raw';
import type { BankStatementView } from '../resource';
import {
  type BankMapping,
  GivenMapping,
  MAX_STATEMENTS_AN_HOUR,
  MAX_WAITING_STATEMENTS,
  type MapStatement,
  type UploadStatement,
} from '../schema';
import { bankLines, bankMappings, bankStatements } from '../tables';
import type { StatementFault } from '../words';
import { enqueueReading } from './enqueue';

const COUNTS = 'A bank statement counts';
const NO_LINES = { lines: 0, new: 0, duplicate: 0, other_currency: 0, pending: 0, errors: 0 };

/** What an upload found of a bank's file, or what is wrong with it. */
export type UploadedStatement = RawHead | { fault: { code: StatementFault; message: string } };

export function listStatements(ctx: ReadContext, input: z.infer<typeof BANK_STATEMENTS.input>) {
  rejectLimited(ctx.actor, COUNTS);
  return readPaged(ctx.db, BANK_STATEMENTS, ctx.actor, input);
}

/** @throws AppError NOT_FOUND, FORBIDDEN for members limited to locations */
export async function getStatement({ db, actor }: ReadContext, id: string): Promise<BankStatementView> {
  rejectLimited(actor, COUNTS);
  return existing(readStatements(db, sql`s.id = ${id} and ${ownStatements(actor)}`));
}

/**
 * Takes a bank's file, which a job reads once its columns are known.
 * @throws AppError INVALID_REQUEST, NOT_FOUND for the account, CONFLICT `already_imported`, `too_many`, RATE_LIMITED
 */
export async function uploadStatement(
  ctx: WriteContext & Pick<Context, 'upload' | 'cipher'>,
  { account_id, mapping: sent }: z.infer<typeof UploadStatement>,
): Promise<BankStatementView> {
  const { db, actor, upload } = ctx;
  rejectLimited(actor, COUNTS);
  if (!upload?.statement) throw invalidRequest([{ path: 'file', code: 'required', message: 'is required' }]);
  const found = upload.statement as UploadedStatement;
  const given = sent === undefined ? undefined : mappingOf(sent);
  // Uploads of one business take turns, so that its limits hold.
  await lockEntity(db, actor.entity.id);
  await held(ctx, account_id);
  await rejectKnown(db, account_id, upload.sha256);
  await rejectMany(db, actor.entity.id);
  const head = 'fault' in found ? { format: 'csv' as const, columns: [] } : found;
  const names = head.columns.map(({ name }) => name);
  const hash = names.length > 0 ? headerHash(names) : null;
  if (given && !('fault' in found)) checkMapping(names, head.format, given);
  const mapping = given ?? (hash === null ? null : await keptMapping(db, account_id, hash));
  const isReady = head.format !== 'csv' || mapping !== null;
  const fault = 'fault' in found ? found.fault : null;
  if (!fault) await upload.takeOver(db);
  const id = newId();
  await db.insert(bankStatements).values({
    ...{ id, entityId: actor.entity.id, accountId: account_id, format: head.format },
    status: fault ? 'failed' : isReady ? 'reading' : 'mapping',
    ...{ fileName: upload.fileName, fileSize: upload.size, sha256: upload.sha256 },
    storageKey: fault ? null : upload.key,
    columns: await shownColumns(ctx, account_id, head),
    ...{ headerHash: hash, mapping, counts: NO_LINES, error: fault },
    ...actorValues(actor),
  });
  if (given && hash) await keepMapping(db, account_id, hash, given);
  if (!fault && isReady) await enqueueReading(db, { id, entityId: actor.entity.id });
  await checkPace(
    db,
    { subject: `bank-statements:${actor.entity.id}`, limit: MAX_STATEMENTS_AN_HOUR },
    `Your business has uploaded ${MAX_STATEMENTS_AN_HOUR} statements within an hour. Try again later.`,
  );
  const view = await getStatement(ctx, id);
  ctx.audit({
    action: 'bank_statement.uploaded',
    objectId: id,
    after: {
      account_id,
      format: view.format,
      status: view.status,
      file_size: upload.size,
      sha256: upload.sha256,
    },
  });
  return view;
}

/** @throws AppError INVALID_REQUEST for text that is no mapping */
function mappingOf(sent: string): BankMapping {
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    throw invalidRequest([{ path: 'mapping', code: 'invalid_json', message: 'must be JSON' }]);
  }
  const { data, error } = GivenMapping.safeParse(value);
  if (data) return data;
  throw invalidRequest(
    fieldErrors(error.issues, value).map((one) => ({
      ...one,
      path: one.path ? `mapping.${one.path}` : 'mapping',
    })),
  );
}

/** The columns with their values, in which the number of the account shows its last four. */
async function shownColumns(
  { db, actor, cipher }: WriteContext & Pick<Context, 'cipher'>,
  accountId: string,
  { columns }: RawHead,
) {
  const [sealed] = columns.length > 0 ? await sealedNumbers(db, accountId, actor.entity.id) : [];
  const numbers = sealed
    ? Object.values(openNumbers(cipher, sealed)).filter((one) => typeof one === 'string')
    : [];
  const { id: masked } = maskersOf(numbers);
  return columns.map(({ name, samples }) => ({ name: masked(name), samples: samples.map(masked) }));
}

async function rejectKnown(db: Db, accountId: string, sha256: string): Promise<void> {
  const [known] = await db
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.accountId, accountId),
        eq(bankStatements.sha256, sha256),
        inArray(bankStatements.status, ['mapping', 'reading', 'ready']),
      ),
    );
  if (!known) return;
  throw new AppError('CONFLICT', 'This file was imported into the account already.', {
    reason: 'already_imported',
    statement_id: known.id,
  });
}

async function rejectMany(db: Db, entityId: string): Promise<void> {
  const waiting = await db.$count(
    bankStatements,
    and(eq(bankStatements.entityId, entityId), inArray(bankStatements.status, ['mapping', 'reading'])),
  );
  if (waiting < MAX_WAITING_STATEMENTS) return;
  throw new AppError(
    'CONFLICT',
    `At most ${MAX_WAITING_STATEMENTS} statements wait to be read. Map the columns of one, or delete it.`,
    { reason: 'too_many', limit: MAX_WAITING_STATEMENTS },
  );
}

const headerHash = (names: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(names.map((name) => name.toLowerCase())))
    .digest('hex');

async function keptMapping(db: Db, accountId: string, hash: string): Promise<BankMapping | null> {
  const [kept] = await db
    .select({ mapping: bankMappings.mapping })
    .from(bankMappings)
    .where(and(eq(bankMappings.accountId, accountId), eq(bankMappings.headerHash, hash)));
  return (kept?.mapping as BankMapping | undefined) ?? null;
}

async function keepMapping(db: Db, accountId: string, hash: string, mapping: BankMapping): Promise<void> {
  await db
    .insert(bankMappings)
    .values({ accountId, headerHash: hash, mapping })
    .onConflictDoUpdate({ target: [bankMappings.accountId, bankMappings.headerHash], set: { mapping } });
}

/** @throws AppError INVALID_REQUEST for a column that the file lacks */
function checkMapping(names: readonly string[], format: string, mapping: BankMapping): void {
  if (format !== 'csv') {
    throw invalidRequest([{ path: 'mapping', code: 'conflict', message: 'is of CSV alone' }]);
  }
  const { date, amount, credit, debit, text, id, reference } = mapping;
  const named: Array<[string, string | undefined]> = [
    ...Object.entries({ date, amount, credit, debit, id, reference }),
    ...text.map((one, at): [string, string] => [`text[${at}]`, one]),
  ];
  const errors = named.flatMap(([path, column]): FieldError[] =>
    column === undefined || names.includes(column)
      ? []
      : [{ path: `mapping.${path}`, code: 'unknown_column', message: 'is no column of the file' }],
  );
  if (errors.length > 0) throw invalidRequest(errors);
}

/**
 * Says which columns of a CSV say what: kept for files of the account with the same header. A job then reads it.
 * @throws AppError NOT_FOUND, INVALID_REQUEST, INVALID_TRANSITION once it is read
 */
export async function mapStatement(
  ctx: WriteContext,
  { id, mapping }: z.infer<typeof MapStatement>,
): Promise<BankStatementView> {
  const before = await lockStatement(ctx, id);
  if (before.status !== 'mapping') {
    throw new AppError('INVALID_TRANSITION', 'The statement does not wait for its columns.', {
      ...{ reason: 'invalid_transition', from: before.status, to: 'reading', allowed: [] },
    });
  }
  checkMapping(
    before.columns.map(({ name }) => name),
    before.format,
    mapping,
  );
  const [row] = await ctx.db
    .update(bankStatements)
    .set({ mapping, status: 'reading' })
    .where(eq(bankStatements.id, id))
    .returning({ hash: bankStatements.headerHash });
  if (row?.hash) await keepMapping(ctx.db, before.account_id, row.hash, mapping);
  await enqueueReading(ctx.db, { id, entityId: ctx.actor.entity.id });
  ctx.audit({ action: 'bank_statement.mapped', objectId: id, after: { status: 'reading' } });
  return getStatement(ctx, id);
}

/** Deletes a statement with its lines, of which none is confirmed. @throws AppError NOT_FOUND, CONFLICT `in_use` */
export async function deleteStatement(ctx: WriteContext, id: string): Promise<void> {
  const { account_id } = await getStatement(ctx, id);
  await held(ctx, account_id);
  const before = await lockStatement(ctx, id);
  await ctx.db
    .select({ id: bankLines.id })
    .from(bankLines)
    .where(eq(bankLines.statementId, id))
    .orderBy(bankLines.id)
    .for('update');
  const [counted] = await countLinesOf(ctx.db, id);
  if (counted?.confirmed) {
    throw new AppError('CONFLICT', 'Lines of the statement are confirmed. Void their payments first.', {
      reason: 'in_use',
      confirmed: counted.confirmed,
    });
  }
  await removeLines(ctx.db, id);
  const [row] = await ctx.db
    .delete(bankStatements)
    .where(eq(bankStatements.id, id))
    .returning({ key: bankStatements.storageKey });
  // The hourly purge removes the sealed file.
  if (row?.key) await notePending(ctx.db, row.key);
  ctx.audit({
    action: 'bank_statement.deleted',
    objectId: id,
    before: { account_id, status: before.status, lines: counted?.lines ?? 0 },
  });
}

async function removeLines(db: Db, statementId: string): Promise<void> {
  await removeLinksOf(db, statementId);
  await db.delete(bankLines).where(eq(bankLines.statementId, statementId));
}

async function lockStatement(ctx: WriteContext, id: string): Promise<BankStatementView> {
  await getStatement(ctx, id);
  await ctx.db
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(eq(bankStatements.id, id))
    .for('update');
  return getStatement(ctx, id);
}
