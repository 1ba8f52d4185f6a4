import { type SQL, sql } from 'drizzle-orm';
import { isAmong } from '../../../../platform/db/listing';
import { ID } from '../../../../platform/db/samples';
import { statement } from '../../../../platform/db/statement';
import { creditNotes } from '../../../billing/credits/tables';
import { invoices } from '../../../billing/invoices/tables';
import { payments } from '../../../billing/payments/tables';
import { openOrders } from '../../../orders/shapes/flow.sql';
import { orders } from '../../../orders/tables';
import { entities } from '../../tables';
import { accounts } from '../tables';
import { COUNTED, CREDIT_CHECKS, type CreditCheck } from './schema';

/** SQL: from which step orders of an account (alias `a`) count. */
export const stageOf = sql`coalesce(a.credit_check, (select s.credit_check from ${entities} s where s.id = a.seller_id))`;

/** SQL: what is open of invoices of an account (alias `a`), in cents. */
const owed = (which: SQL): SQL => sql`coalesce((select sum(i.total_cents - i.settled_cents) from ${invoices} i
  where i.seller_id = a.seller_id and i.buyer_id = a.buyer_id and i.settled_cents < i.total_cents ${which}), 0)`;

/** SQL: what its buyer paid or was credited that went to no invoice yet, in cents. */
const unapplied = sql`(coalesce((select sum(p.amount_cents - p.allocated_cents) from ${payments} p
    where p.seller_id = a.seller_id and p.buyer_id = a.buyer_id and p.allocated_cents < p.amount_cents
      and p.status = 'recorded' and p.kind = 'payment'), 0)
  + coalesce((select sum(c.total_cents - c.allocated_cents) from ${creditNotes} c
    where c.seller_id = a.seller_id and c.buyer_id = a.buyer_id and c.allocated_cents < c.total_cents), 0))`;

/** SQL: both of an account (alias `a`), in cents. */
export const owedCents = sql`${owed(sql``)}::float8`;
export const unappliedCents = sql`${unapplied}::float8`;

/** SQL: what the buyer of an account (alias `a`) owes its seller, in cents: less than 0 for money of the buyer. */
export const balanceCents = sql`(${owed(sql``)} - ${unapplied})::float8`;

/** SQL: the seller's day of today. */
const today = sql`(select (now() at time zone s.timezone)::date from ${entities} s where s.id = a.seller_id)`;

/** SQL: what of that is past its due date, in cents. */
export const overdueCents = sql`${owed(sql`and i.due_on < ${today}`)}::float8`;

/** SQL: whether the buyer of an invoice (alias `i`) disputes it or its order: it isn't reminded of, and blocks nothing. */
export const isDisputed = sql`(i.disputed_at is not null or exists (
  select from ${orders} w where w.id = i.order_id and w.disputed_at is not null))`;

/** SQL: whether anything is. */
export const isOverdue = (
  days: SQL = sql`0`,
  besides: SQL = sql``,
): SQL => sql`exists (select from ${invoices} i
  where i.seller_id = a.seller_id and i.buyer_id = a.buyer_id and i.settled_cents < i.total_cents and i.due_on < ${today} - ${days} ${besides})`;

const listed = (stage: CreditCheck) =>
  sql.raw(`array[${COUNTED[stage].map((one) => `'${one}'`).join(', ')}]`);
const counted = sql`case ${stageOf} ${sql.join(
  CREDIT_CHECKS.map((stage) => sql`when ${sql.raw(`'${stage}'`)} then ${listed(stage)}`),
  sql` `,
)} end`;

/** SQL: the orders that an index of each pair has, of which others are never counted. */
const isOpen = openOrders(sql`o.status`);

/**
 * SQL: what the buyer of an account (alias `a`) may come to owe, in cents (decision 650): what it owes, and open orders without an invoice that
 * have reached the stage of the check.
 */
export const exposureCents = (besides?: string): SQL => sql`(${owed(sql``)} - ${unapplied}
  + coalesce((select sum(o.total_cents) from ${orders} o where o.wholesaler_id = a.seller_id and o.retailer_id = a.buyer_id
    and ${isOpen} and o.status = any(${counted}) ${besides === undefined ? sql`` : sql`and o.id <> ${besides}`}
    and (o.status <> 'shipped' or not exists (select from ${invoices} n where n.order_id = o.id))), 0))::float8`;

/** What a seller allows a buyer to owe. */
export interface Credit {
  /** In cents; null for no limit. */
  limitCents: number | null;
  stage: CreditCheck;
  onHold: boolean;
  /** Whether it has an invoice that is overdue by more days than the seller takes orders with. */
  isBlocked: boolean;
}

/** SQL: the same of an account (alias `a`), as JSON. */
export const creditOf = sql`(select json_build_object('limitCents', a.credit_limit_cents, 'stage', coalesce(a.credit_check, s.credit_check),
    'onHold', a.on_hold, 'isBlocked', s.block_overdue_days is not null and ${isOverdue(sql`s.block_overdue_days`, sql`and not ${isDisputed}`)})
  from ${entities} s where s.id = a.seller_id)`;

/** Keeps the exposure of accounts of a seller from rising until the transaction ends: others that would raise it wait (decision 650). */
export const lockCredit = statement(
  [
    [ID, [ID]],
    [ID, [ID, ID]],
  ],
  (sellerId: string, buyerIds: readonly string[]) => sql`
    select from ${accounts} a where a.seller_id = ${sellerId} and ${isAmong(sql`a.buyer_id`, buyerIds)} order by a.buyer_id for no key update`,
);

/** The same of those that nothing else holds now. */
export const takeCredit = statement(
  [
    [ID, [ID]],
    [ID, [ID, ID]],
  ],
  (sellerId: string, buyerIds: readonly string[]) => sql<{ buyer_id: string }>`
    select a.buyer_id from ${accounts} a where a.seller_id = ${sellerId} and ${isAmong(sql`a.buyer_id`, buyerIds)}
    order by a.buyer_id for no key update skip locked`,
);

/** The exposure of accounts of a seller, by buyer; in a statement after `lockCredit`, so that it has all that was committed. */
export const exposuresOf = statement(
  [
    [ID, [ID]],
    [ID, [ID, ID]],
  ],
  (sellerId: string, buyerIds: readonly string[]) => sql<{ buyer_id: string; cents: number }>`
    select a.buyer_id, ${exposureCents()} as cents from ${accounts} a where a.seller_id = ${sellerId} and ${isAmong(sql`a.buyer_id`, buyerIds)}`,
);

/** The same of one account, without one order. */
export const exposureBeside = statement(
  [
    [ID, ID, ID],
    [ID, ID],
  ],
  (sellerId: string, buyerId: string, orderId?: string) => sql<{ cents: number }>`
    select ${exposureCents(orderId)} as cents from ${accounts} a where a.seller_id = ${sellerId} and a.buyer_id = ${buyerId}`,
);
