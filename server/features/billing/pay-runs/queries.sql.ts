import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { among } from '../../../platform/db/collection';
import { uuids } from '../../../platform/db/listing';
import { paged } from '../../../platform/db/paged.sql';
import { rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { invoices } from '../invoices/tables';
import { remittanceLines, remittances } from '../remittances/tables';
import { payee, payRun, usableFrom } from './resource';
import { PayRunStatus } from './schema';
import { payees, payRunLines, payRuns } from './tables';
import { FILE_DAYS } from './words';

type Reader = Pick<Actor, 'entity'>;
const r = alias(payRuns, 'r');

/** SQL: pay runs (alias `r`) of the caller's business. The only way to a row. */
export const ownRuns = ({ entity }: Reader) => sql`r.entity_id = ${entity.id}`;

export const PAY_RUNS = paged(payRun, {
  visible: ownRuns,
  sorts: { created_at: r.createdAt, pay_on: r.payOn },
  order: sql`r.created_at desc`,
  filters: { status: among(r.status, PayRunStatus) },
  viewers: [OWNER],
});
export const readRuns = rowsWhere(payRun, [[sql`r.id = ${ID} and ${ownRuns(OWNER)}`]]);

/** SQL: where the caller's business pays a supplier. */
export const ownPayee = (sellerId: string, { entity }: Reader) =>
  sql`y.seller_id = ${sellerId} and y.buyer_id = ${entity.id}`;
export const readPayees = rowsWhere(payee, [[ownPayee(ID, OWNER)]]);

/** A bill of a business: in cents what is open of it, less what the business said it sent. */
export interface Bill {
  id: string;
  number: string;
  seller_id: string;
  left: number;
  run_id: string | null;
}
export const billsOf = statement(
  [[ID, [ID]]],
  (buyerId: string, ids: readonly string[]) => sql<Bill>`
    select i.id, i.number, i.seller_id, (i.total_cents - i.settled_cents - coalesce((select sum(s.amount_cents) from ${remittanceLines} s
        join ${remittances} n on n.id = s.remittance_id and n.status = 'sent' where s.invoice_id = i.id), 0))::float8 as left,
      (select p.run_id from ${payRunLines} p where p.invoice_id = i.id and p.open) as run_id
    from ${invoices} i where i.buyer_id = ${buyerId} and i.id = any(${uuids(ids)})`,
);

/** Where a business pays some suppliers. */
export const payeesOf = statement(
  [[ID, [ID]]],
  (buyerId: string, sellerIds: readonly string[]) => sql<{
    seller_id: string;
    id: string;
    routing: string;
    account: string;
    type: typeof payees.$inferSelect.type;
    name: string;
    usable: boolean;
  }>`
    select y.seller_id, y.id, y.routing_number as routing, y.account_number as account, y.type, y.name, ${usableFrom} <= now() as usable
    from ${payees} y where y.buyer_id = ${buyerId} and y.seller_id = any(${uuids(sellerIds)})`,
);

/** The last number of a business's runs. Uploads of one business take turns. */
export const lastReference = statement(
  [[ID]],
  (entityId: string) => sql<{ last: number }>`
    select coalesce(max(substring(r.reference from 4)::bigint), 0)::float8 as last from ${payRuns} r where r.entity_id = ${entityId}`,
);

/** Locks a run of a business. */
export const lockRun = statement(
  [[ID, ID]],
  (id: string, entityId: string) => sql<{
    id: string;
    status: typeof payRuns.$inferSelect.status;
    account_id: string;
    pay_on: string;
    reference: string;
    file: string | null;
    kept: boolean;
  }>`
    select r.id, r.status, r.account_id, r.pay_on::text as pay_on, r.reference, r.file,
      coalesce(r.made_at > now() - make_interval(days => ${FILE_DAYS}), false) as kept
    from ${payRuns} r where r.id = ${id} and r.entity_id = ${entityId} for update`,
);

/** What a run pays, by supplier. */
export const paidBy = statement(
  [[ID]],
  (runId: string) => sql<{ invoice_id: string; number: string; seller_id: string; cents: number }>`
    select i.id as invoice_id, i.number, i.seller_id, l.amount_cents::float8 as cents from ${payRunLines} l
      join ${invoices} i on i.id = l.invoice_id where l.run_id = ${runId} order by i.seller_id, i.number, i.id`,
);

/** Files that an account has had on a day. */
export const filesOn = statement(
  [[ID, '2026-01-01']],
  (accountId: string, day: string) => sql<{ made: number }>`
    select count(*)::int as made from ${payRuns} r where r.account_id = ${accountId} and r.file_on = ${day}::date and r.modifier is not null`,
);

/** Files that were kept for their week. */
export const forgetFiles = statement(
  [[]],
  () => sql`
    update ${payRuns} r set file = null where r.file is not null and r.made_at < now() - make_interval(days => ${FILE_DAYS})`,
);

/** Who gets the mail of what was sent. */
export const supplierContact = statement(
  [[ID, ID]],
  (sellerId: string, buyerId: string) => sql<{ email: string; seller: string; buyer: string }>`
    select s.contact_email as email, s.name as seller, b.name as buyer from ${entities} s cross join ${entities} b
    where s.id = ${sellerId} and b.id = ${buyerId} and s.contact_email is not null and s.contact_email <> '' and s.deleted_at is null`,
);
