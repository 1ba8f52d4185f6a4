import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { Id } from '../../../kernel/params';
import { among, byId, filter } from '../../../platform/db/collection';
import { contains, uuids } from '../../../platform/db/listing';
import { paged } from '../../../platform/db/paged.sql';
import { rowsWhere } from '../../../platform/db/rows.sql';
import { DAY, ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { payRuns } from '../pay-runs/tables';
import { bankAccount, bankLine, bankStatement } from './resource';
import { LineFilters, LineStatus, StatementStatus } from './schema';
import { bankAccounts, bankLinePayments, bankLines, bankStatements } from './tables';

type Reader = Pick<Actor, 'entity'>;
const s = alias(bankStatements, 's');
const b = alias(bankLines, 'b');

/** SQL: the rows (by their alias) of the caller's business. The only way to a row. */
const own = (of: string, { entity }: Reader): SQL => sql`${sql.raw(of)}.entity_id = ${entity.id}`;
export const ownAccounts = (reader: Reader) => own('a', reader);
export const ownStatements = (reader: Reader) => own('s', reader);
export const ownLines = (reader: Reader) => own('b', reader);

export const BANK_ACCOUNTS = paged(bankAccount, {
  visible: ownAccounts,
  order: sql`a.created_at`,
  filters: {},
  viewers: [OWNER],
});
export const readAccounts = rowsWhere(bankAccount, [[sql`a.id = ${ID} and ${ownAccounts(OWNER)}`]]);

const ofAccount = (column: typeof s.accountId | typeof b.accountId) =>
  byId(column, 'Only those of this account');

export const BANK_STATEMENTS = paged(bankStatement, {
  visible: ownStatements,
  sorts: { created_at: s.createdAt },
  order: sql`s.created_at desc`,
  filters: { account_id: ofAccount(s.accountId), status: among(s.status, StatementStatus) },
  viewers: [OWNER],
});
export const readStatements = rowsWhere(bankStatement, [[sql`s.id = ${ID} and ${ownStatements(OWNER)}`]]);

export const BANK_LINES = paged(bankLine, {
  visible: ownLines,
  sorts: { posted_on: b.postedOn, amount: b.amountCents },
  order: sql`b.posted_on desc`,
  filters: {
    account_id: ofAccount(b.accountId),
    statement_id: byId(b.statementId, 'Only those that this statement has first'),
    status: among(b.status, LineStatus),
    from: filter(LineFilters.from, DAY, (day) => sql`b.posted_on >= ${day}::date`),
    to: filter(LineFilters.to, DAY, (day) => sql`b.posted_on <= ${day}::date`),
    search: filter(LineFilters.search, 'x', (part) =>
      contains(sql`(b.text || ' ' || coalesce(b.reference, ''))`, part),
    ),
    payment_id: filter(
      Id.meta({ description: 'Only the line that this payment is on' }),
      ID,
      (id) =>
        sql`b.id in (select k.line_id from ${bankLinePayments} k where k.payment_id = ${id} and not k.ended)`,
    ),
  },
  viewers: [OWNER],
});
export const readLines = rowsWhere(bankLine, [[sql`b.id = ${ID} and ${ownLines(OWNER)}`]]);

/** The sealed numbers of an account of a business. */
export const sealedNumbers = statement(
  [[ID, ID]],
  (id: string, entityId: string) => sql<{ routing: string | null; account: string | null; active: boolean }>`
    select a.routing_number as routing, a.account_number as account, a.active from ${bankAccounts} a
    where a.id = ${id} and a.entity_id = ${entityId}`,
);

/** Locks an account of a business: what is read into it takes turns. */
export const lockAccount = statement(
  [[ID, ID]],
  (id: string, entityId: string) => sql<{ id: string; active: boolean }>`
    select a.id, a.active from ${bankAccounts} a where a.id = ${id} and a.entity_id = ${entityId} for update`,
);

/** Whether an account has lines, statements or pay runs. */
export const accountUse = statement(
  [[ID]],
  (id: string) => sql<{ used: boolean }>`
    select exists (select from ${bankLines} b where b.account_id = ${id})
      or exists (select from ${bankStatements} s where s.account_id = ${id})
      or exists (select from ${payRuns} r where r.account_id = ${id}) as used`,
);

/** Locks a line of a business. */
export const lockLine = statement(
  [[ID, ID]],
  (id: string, entityId: string) => sql<{ id: string; status: string; reverses: string | null }>`
    select b.id, b.status, b.reverses from ${bankLines} b where b.id = ${id} and b.entity_id = ${entityId} for update`,
);

/** Payments that a line is. */
export const paymentsOfLine = statement(
  [[ID]],
  (id: string) => sql<{ payment_id: string }>`
    select k.payment_id from ${bankLinePayments} k where k.line_id = ${id} and not k.ended order by k.position`,
);

/** Ends what lines say of a payment that is void: a line without any other is open again. @returns those lines */
export const reopenLinesOf = statement(
  [[ID]],
  (paymentId: string) => sql<{ id: string; account_id: string }>`
    with ended as (
      update ${bankLinePayments} k set ended = true where k.payment_id = ${paymentId} and not k.ended returning k.line_id
    )
    update ${bankLines} b set status = 'open', confirmed_at = null, confirmed_by_id = null, confirmed_by_name = null,
      rest_kind = null, rest_cents = null
    from ended e where b.id = e.line_id and b.status = 'confirmed' and not exists (
      select from ${bankLinePayments} o where o.line_id = b.id and o.payment_id <> ${paymentId} and not o.ended)
    returning b.id, b.account_id`,
);

/** Locks the lines that a payment is on, before its invoices are. */
export const lockLinesOf = statement(
  [[ID]],
  (paymentId: string) => sql`
    select from ${bankLines} b where b.id in (select k.line_id from ${bankLinePayments} k where k.payment_id = ${paymentId})
    order by b.id for update`,
);

/** Lines of a statement that are confirmed, and all of them. */
export const countLinesOf = statement(
  [[ID]],
  (statementId: string) => sql<{ confirmed: number; lines: number }>`
    select count(*) filter (where b.status = 'confirmed')::int as confirmed, count(*)::int as lines
    from ${bankLines} b where b.statement_id = ${statementId}`,
);

/** Lines of an account in some days, by which those of a file are known. */
export interface KnownLine {
  id: string;
  once_key: string;
  posted_on: string;
  cents: number;
  format: string;
  bank_id: string | null;
  reference: string | null;
  status: string;
}
export const knownLines = statement(
  [[ID, DAY, DAY]],
  (accountId: string, from: string, to: string) => sql<KnownLine>`
    select b.id, b.once_key, b.posted_on::text as posted_on, b.amount_cents::float8 as cents, b.format, b.bank_id, b.reference, b.status
    from ${bankLines} b where b.account_id = ${accountId} and b.posted_on between ${from}::date and ${to}::date
    order by b.posted_on, b.id`,
);

/** Which of some fingerprints an account has, on whatever day. */
export const knownKeys = statement(
  [[ID, ['x']]],
  (accountId: string, keys: readonly string[]) => sql<{ once_key: string }>`
    select b.once_key from ${bankLines} b
    where b.account_id = ${accountId} and b.once_key = any(array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)))`,
);

/** Locks some lines in id order. */
export const lockLines = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{ id: string; status: string }>`
    select b.id, b.status from ${bankLines} b where b.id = any(${uuids(ids)}) order by b.id for update`,
);

/** Adds lines of a file, those that an account has already aside. @returns how many were added */
export const addLines = statement(
  [['[]']],
  (rows: string) => sql<{ id: string }>`
    insert into ${bankLines} (id, entity_id, account_id, statement_id, format, position, posted_on, amount_cents, text, text_key,
      reference, bank_id, once_key, kind, method, reverses, possible_duplicate_of, status, aside_kind)
    select g.id, g.entity_id, g.account_id, g.statement_id, g.format, g.position, g.posted_on, g.amount_cents, g.text, g.text_key,
      g.reference, g.bank_id, g.once_key, g.kind, g.method, g.reverses, g.possible_duplicate_of, g.status, g.aside_kind
    from jsonb_to_recordset(${rows}::jsonb) as g (id uuid, entity_id uuid, account_id uuid, statement_id uuid, format text, position int,
      posted_on date, amount_cents bigint, text text, text_key text, reference text, bank_id text, once_key text, kind text, method text,
      reverses uuid, possible_duplicate_of uuid, status text, aside_kind text)
    on conflict (account_id, once_key) do nothing returning id`,
);

/** Statements whose reading was interrupted, and those that waited a day for their columns. */
export const waitingStatements = statement(
  [[]],
  () => sql<{ id: string; entity_id: string; status: string; old: boolean }>`
    select s.id, s.entity_id, s.status, s.created_at < now() - interval '24 hours' as old from ${bankStatements} s
    where s.storage_key is not null and (s.created_at < now() - interval '24 hours'
      or (s.status = 'reading' and s.updated_at < now() - interval '1 minute'))
    order by s.created_at limit 500`,
);

/** Counts a try of reading a statement. @returns what is read; no row when it was read meanwhile */
export const beginReading = statement(
  [[ID]],
  (id: string) => sql<{
    id: string;
    entity_id: string;
    account_id: string;
    format: typeof bankStatements.$inferSelect.format;
    mapping: unknown;
    storage_key: string;
    attempts: number;
    header_hash: string | null;
  }>`
    update ${bankStatements} s set attempts = s.attempts + 1 where s.id = ${id} and s.status = 'reading'
    returning s.id, s.entity_id, s.account_id, s.format, s.mapping, s.storage_key, s.attempts, s.header_hash`,
);

/** What lines of a statement say of payments that are void. */
export const removeLinksOf = statement(
  [[ID]],
  (statementId: string) => sql`
    delete from ${bankLinePayments} k where k.line_id in (select b.id from ${bankLines} b where b.statement_id = ${statementId})`,
);

/** Sets lines aside that are open. */
export const setAsideLines = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql`
    update ${bankLines} b set status = 'set_aside', aside_kind = 'other', aside_note = null
    where b.id = any(${uuids(ids)}) and b.status = 'open'`,
);
