import { type SQL, sql } from 'drizzle-orm';
import { DAY, ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { isDisputed } from '../../entities/customers/credit/queries.sql';
import { isConnected } from '../../entities/customers/resource';
import { accounts } from '../../entities/customers/tables';
import { entities } from '../../entities/tables';
import { invoices } from '../invoices/tables';
import type { Pair } from '../payments/service.sql';

const PAIR: Pair = { sellerId: ID, buyerId: ID };

/** SQL: the seller's day (alias `e`), or one that is today for every seller. */
const todayOf = (date: string | null): SQL =>
  date === null ? sql`(now() at time zone e.timezone)::date` : sql`${date}::date`;
/** SQL: a day that is not before today of any seller: what is due later needn't be looked at. */
const latestOf = (date: string | null): SQL =>
  date === null ? sql`(now() at time zone 'UTC' + interval '14 hours')::date` : sql`${date}::date`;

/** Marks open invoices that are overdue and were not reported. @returns them, and whether their buyer is on board */
export const lockAndMarkOverdue = statement(
  [
    [null, 1],
    [DAY, 1],
  ],
  (date: string | null, limit: number) => sql<{ id: string; on_board: boolean }>`
    with due as materialized (
      select i.id from ${invoices} i join ${entities} e on e.id = i.seller_id
      where i.overdue_at is null and i.settled_cents < i.total_cents and i.due_on < ${latestOf(date)} and i.due_on < ${todayOf(date)}
      order by i.due_on, i.id limit ${limit} for no key update of i skip locked
    )
    update ${invoices} i set overdue_at = now() from due d where i.id = d.id
    returning i.id, exists (select from ${accounts} a where a.seller_id = i.seller_id and a.buyer_id = i.buyer_id
      and a.status = 'claimed') as on_board`,
);

/** SQL: open invoices `i` of sellers `e` that remind their customers, for the latest day (1, 7 or 30) that has come, as `s.step`. */
const toRemind = (date: string | null): SQL => sql`
      from ${invoices} i join ${entities} e on e.id = i.seller_id and e.dunning and e.deleted_at is null
        cross join lateral (select case when ${todayOf(date)} - i.due_on >= 30 then 30 when ${todayOf(date)} - i.due_on >= 7 then 7
          else 1 end as step) s
      where i.settled_cents < i.total_cents and i.due_on < ${latestOf(date)} and i.due_on < ${todayOf(date)} and i.reminded < s.step
        and not ${isDisputed}`;

/** The next pairs to remind, after one. */
export const pairsToRemind = statement(
  [
    [PAIR, null, 1],
    [PAIR, DAY, 1],
  ],
  (after: Pair, date: string | null, limit: number) => sql<{ sellerId: string; buyerId: string }>`
    select i.seller_id as "sellerId", i.buyer_id as "buyerId" ${toRemind(date)}
      and (i.seller_id, i.buyer_id) > (${after.sellerId}::uuid, ${after.buyerId}::uuid)
    group by 1, 2 order by 1, 2 limit ${limit}`,
);

/** Marks what a pair is to be reminded of: of two processes one gets each. @returns a row for each invoice */
export const lockAndMarkReminded = statement(
  [
    [PAIR, null],
    [PAIR, DAY],
  ],
  ({ sellerId, buyerId }: Pair, date: string | null) => sql`
    with due as materialized (
      select i.id, s.step ${toRemind(date)} and i.seller_id = ${sellerId} and i.buyer_id = ${buyerId}
      order by i.id for no key update of i skip locked
    )
    update ${invoices} i set reminded = d.step, reminded_at = now() from due d where i.id = d.id returning i.id`,
);

/** Lines that a reminder names. */
export const MAX_NAMED = 20;

export interface Reminder {
  email: string;
  seller: string;
  buyer: string;
  remittance: string | null;
  cents: number;
  total: number;
  named: Array<{ number: string; due_on: string; cents: number }>;
}

/** What a customer is reminded of; no row without an address, once the connection has ended, and when nothing is overdue. */
export const reminderOf = statement(
  [
    [{ sellerId: ID, buyerId: ID }, null],
    [{ sellerId: ID, buyerId: ID }, DAY],
  ],
  ({ sellerId, buyerId }: Pair, date: string | null) => sql<Reminder>`
    with overdue as materialized (
      select i.number, i.due_on, i.total_cents - i.settled_cents as cents from ${invoices} i join ${entities} e on e.id = i.seller_id
      where i.seller_id = ${sellerId} and i.buyer_id = ${buyerId} and i.settled_cents < i.total_cents and i.due_on < ${todayOf(date)}
        and not ${isDisputed}
    )
    select b.contact_email as email, e.name as seller, b.name as buyer, e.remittance_text as remittance,
      (select sum(cents)::float8 from overdue) as cents, (select count(*)::int from overdue) as total,
      (select json_agg(json_build_object('number', o.number, 'due_on', o.due_on, 'cents', o.cents) order by o.due_on, o.number)
        from (select * from overdue order by due_on, number limit ${MAX_NAMED}) o) as named
    from ${accounts} a join ${entities} e on e.id = a.seller_id join ${entities} b on b.id = a.buyer_id
    where a.seller_id = ${sellerId} and a.buyer_id = ${buyerId} and b.contact_email is not null and b.deleted_at is null
      and ${isConnected} and exists (select from overdue)`,
);
