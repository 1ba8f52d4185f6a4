import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import type { Db } from '../../../platform/db/client';
import { actorValues } from '../../../platform/db/columns';
import { pipelined } from '../../../platform/db/pipelined';
import { deleteInBatches, olderThan } from '../../../platform/db/purge';
import { lockEntity } from '../../entities/queries';
import {
  creditsToBook,
  customersToBook,
  invoicesToBook,
  linesToBook,
  paymentsToBook,
  settledToBook,
  sharedNames,
  type Wanted,
} from './documents.sql';
import { AccountMap, creditEntry, type Entry, invoiceEntry, paymentEntry } from './entries';
import {
  type BookFile,
  iifFile,
  neutralCustomers,
  neutralJournal,
  paymentRows,
  quickbooksCustomers,
  quickbooksInvoices,
  quickbooksJournal,
} from './files';
import { iifBytes } from './iif';
import { namedForBooks, withOwnNames } from './names';
import { accountsOf, getExport } from './queries';
import { countExports } from './queries.sql';
import type { ExportView } from './resource';
import {
  type BookAccounts,
  MAX_EXPORTED,
  MAX_EXPORTED_BYTES,
  MAX_EXPORTED_LINES,
  MAX_EXPORTS,
  MAX_KEPT_BYTES,
  type NameChange,
  type NewExport,
  type SetBookAccounts,
} from './schema';
import { accountingAccounts, accountingExports, accountingFiles, accountingRows } from './tables';

/** How long an export is kept. */
const KEPT = '90 days';

/** What an export holds. */
interface Books {
  documents: { id: string; part: 'document' | 'void' }[];
  totalCents: number;
  files: BookFile[];
  changes?: z.infer<typeof NameChange>[];
}

/**
 * Makes an export of the books and, of what is new, marks it as exported (decision 730). Exports of one business take turns, so that two at
 * once hold no document both.
 * @throws AppError FORBIDDEN for members who are limited to locations, CONFLICT with `details.reason` `nothing_to_export`,
 *   `accounts_unmapped` (with `accounts`) or `too_many`
 */
export async function createExport(ctx: WriteContext, input: z.infer<typeof NewExport>): Promise<ExportView> {
  const { db, actor } = ctx;
  rejectLimited(actor, 'The books are kept');
  const entityId = actor.entity.id;
  await lockEntity(db, entityId);
  const [counted] = await countExports(db, entityId);
  if (counted && counted.total >= MAX_EXPORTS) {
    throw tooMany(
      `A business keeps at most ${MAX_EXPORTS.toLocaleString('en-US')} exports. Delete one first.`,
      MAX_EXPORTS,
    );
  }
  if (counted && counted.bytes >= MAX_KEPT_BYTES) {
    throw tooMany('Your exports take all of the room that they may. Delete one first.', MAX_KEPT_BYTES);
  }
  const { kind, format, start_date: startDate, end_date: endDate, only = 'new' } = input;
  const {
    documents,
    totalCents,
    files,
    changes = [],
  } = await booksOf(db, {
    ...{ entityId, kind, format, startDate, endDate, only },
  });
  if (documents.length === 0) {
    throw new AppError('CONFLICT', 'There is nothing to export in these days.', {
      reason: 'nothing_to_export',
    });
  }
  const contents = files.map(({ name, contents }) =>
    name.endsWith('.iif') ? iifBytes(contents) : Buffer.from(contents),
  );
  checkSize(
    contents.reduce((sum, { length }) => sum + length, 0),
    MAX_EXPORTED_BYTES,
    'bytes',
  );
  const id = newId();
  await db.insert(accountingExports).values({
    ...{ id, entityId, kind, format, startDate, endDate, onlyNew: only, totalCents, changes },
    rows: documents.length,
    ...actorValues(actor),
  });
  await db
    .insert(accountingFiles)
    .values(files.map((file, n) => ({ ...file, exportId: id, n: n + 1, contents: contents[n] as Buffer })));
  if (only === 'new') await markExported(db, { exportId: id, entityId, kind, format }, documents);
  const made = await getExport(ctx, id);
  ctx.audit({ action: 'accounting_export.created', objectId: id, after: made });
  return made;
}

/** Parameters that a statement takes. */
const BATCH = 2_000;

async function markExported(
  db: Db,
  shared: Pick<typeof accountingRows.$inferInsert, 'exportId' | 'entityId' | 'kind' | 'format'>,
  documents: Books['documents'],
): Promise<void> {
  for (let n = 0; n < documents.length; n += BATCH) {
    const rows = documents.slice(n, n + BATCH).map(({ id, part }) => ({ ...shared, documentId: id, part }));
    await db.insert(accountingRows).values(rows);
  }
}

/** Discards an export: what it held is new again. @throws AppError NOT_FOUND, FORBIDDEN as above */
export async function deleteExport(ctx: WriteContext, id: string): Promise<void> {
  const { db, actor } = ctx;
  // Of deletions at once, one finds it.
  await lockEntity(db, actor.entity.id);
  const before = await getExport(ctx, id);
  await db
    .delete(accountingRows)
    .where(and(eq(accountingRows.exportId, id), eq(accountingRows.entityId, actor.entity.id)));
  await db.delete(accountingExports).where(eq(accountingExports.id, id));
  ctx.audit({ action: 'accounting_export.deleted', objectId: id, before });
}

/** Names the accounts that are given; the others stay. @throws AppError FORBIDDEN as above */
export async function setAccounts(
  ctx: WriteContext,
  given: z.infer<typeof SetBookAccounts>,
): Promise<BookAccounts> {
  const { db, actor } = ctx;
  rejectLimited(actor, 'The books are kept');
  const entityId = actor.entity.id;
  await lockEntity(db, entityId);
  const before = await accountsOf(db, entityId);
  const accounts = { ...before, ...given };
  await db
    .insert(accountingAccounts)
    .values({ entityId, accounts })
    .onConflictDoUpdate({ target: accountingAccounts.entityId, set: { accounts } });
  ctx.audit({
    action: 'accounting_accounts.updated',
    objectId: entityId,
    ...changesBetween(before, accounts),
  });
  return accounts;
}

/** Deletes exports of 90 days ago; what they held stays exported. */
export async function purgeBooks(db: Db): Promise<void> {
  await deleteInBatches(db, accountingExports, olderThan(accountingExports.createdAt, KEPT));
}

async function booksOf(db: Db, wanted: Wanted): Promise<Books> {
  if (wanted.kind === 'customers') return customersOf(db, wanted);
  const accounts = new AccountMap(await accountsOf(db, wanted.entityId));
  const { kind, format } = wanted;
  const [[lines], [settled]] = await pipelined([
    kind === 'payments' ? [] : linesToBook(db, wanted),
    kind === 'invoices' ? [] : settledToBook(db, wanted),
  ]);
  checkSize(Math.max(lines?.lines ?? 0, settled?.lines ?? 0), MAX_EXPORTED_LINES, 'lines');
  const shared = format === 'neutral' ? new Set<string>() : await namesOfSeveral(db, wanted.entityId);
  const [invoices, credits] =
    kind === 'payments'
      ? [[], []]
      : [
          withOwnNames(await invoicesToBook(db, wanted), shared),
          withOwnNames(await creditsToBook(db, wanted), shared),
        ];
  const payments = kind === 'invoices' ? [] : withOwnNames(await paymentsToBook(db, wanted), shared);
  const all = [...invoices, ...credits, ...payments];
  checkSize(all.length);
  const documents = [
    ...[...invoices, ...credits].map(({ id }) => ({ id, part: 'document' as const })),
    ...payments.map(({ id, part }) => ({ id, part })),
  ];
  const isPlain = kind === 'invoices' && format === 'quickbooks';
  const entries: Entry[] = isPlain
    ? []
    : [
        ...invoices.map((one) => invoiceEntry(one, accounts)),
        ...credits.map((one) => creditEntry(one, accounts)),
        ...payments.map((one) => paymentEntry(one, accounts)),
      ].sort((one, other) => compare(one.date, other.date));
  accounts.check();
  const owed = [...invoices.map((one) => one.total_cents), ...credits.map((one) => -one.total_cents)];
  const paid = payments.map(
    ({ kind: type, part, amount_cents }) =>
      ((type === 'refund') === (part === 'void') ? 1 : -1) * amount_cents,
  );
  const debits = entries.flatMap(({ postings }) => postings.map(({ cents }) => Math.max(0, cents)));
  const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);
  const totalCents = sumOf(kind === 'journal' ? debits : [...owed, ...paid]);
  const files = () => {
    if (isPlain) return quickbooksInvoices(invoices, credits);
    if (format === 'iif') return iifFile(kind, entries);
    if (format === 'neutral') return neutralJournal(kind, entries);
    const tools = kind === 'payments' ? paymentRows(payments, (method) => accounts.deposit(method)) : [];
    return [...quickbooksJournal(kind === 'payments' ? 'payments-journal' : kind, entries), ...tools];
  };
  return { documents, totalCents, files: files() };
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

async function customersOf(db: Db, wanted: Wanted): Promise<Books> {
  const customers = await customersToBook(db, wanted);
  checkSize(customers.length);
  const documents = customers.map(({ id }) => ({ id, part: 'document' as const }));
  if (wanted.format === 'neutral') return { documents, totalCents: 0, files: neutralCustomers(customers) };
  const { rows, changes } = namedForBooks(customers, await namesOfSeveral(db, wanted.entityId));
  return { documents, totalCents: 0, files: quickbooksCustomers(rows), changes };
}

/** Names that several customers have, in lower case. */
const namesOfSeveral = async (db: Db, entityId: string): Promise<ReadonlySet<string>> =>
  new Set((await sharedNames(db, entityId)).map(({ name }) => name));

function checkSize(count: number, most = MAX_EXPORTED, of = 'documents'): void {
  if (count <= most) return;
  throw tooMany(`An export holds at most ${most.toLocaleString('en-US')} ${of}. Choose fewer days.`, most);
}

const tooMany = (message: string, limit: number) =>
  new AppError('CONFLICT', message, { reason: 'too_many', limit });
