import { sql } from 'drizzle-orm';
import { iso, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { users } from '../../auth/tables';
import { entities } from '../../entities/tables';
import { notificationPreferences } from '../../notifications/tables';
import { orderHistory } from '../parts/tables';
import { orders } from '../tables';
import { holding, isHeld, isSame } from './holding.sql';

export const BATCH = 500;

export interface Due {
  id: string;
  days: number;
}

/** SQL: the days after which a pending order of these parties (aliases `w` and `r`) expires; null for never. */
const EXPIRY = sql`least(w.pending_order_expiry_days, r.pending_order_expiry_days)`;

const PARTIES = sql`${orders} o join ${entities} w on w.id = o.wholesaler_id join ${entities} r on r.id = o.retailer_id`;

/** SQL: the end of a day, or now. */
const asOf = (date: string | null) => sql`coalesce((${date}::date + 1)::timestamptz, now())`;
const isDue = (date: string | null) =>
  sql`o.status = 'pending' and o.created_at < ${asOf(date)} - make_interval(days => ${EXPIRY})`;

export const dueOrders = statement(
  [['x', null]],
  (after: string | null, date: string | null) => sql<Due>`
    select o.id, ${EXPIRY} as days from ${PARTIES}
    where ${isDue(date)} and (${after}::uuid is null or o.id > ${after}) order by o.id limit ${BATCH}`,
);

/** No row for one that a party, or a merge, has moved since it was found. */
export const lockDueOrder = statement(
  [[ID, null]],
  (id: string, date: string | null) => sql<{ unclaimed: boolean }>`
    with ${holding(sql`o.id = ${id}`, true)}
    select r.managed_by is not null as unclaimed from ${PARTIES}
    where o.id = ${id} and ${isDue(date)} and ${isHeld} and ${isSame} for no key update of o`,
);

/** A mail names this many orders; the rest are counted. */
const NAMED = 20;

export const adminsToNotify = statement(
  [[[ID]]],
  (partyIds: readonly string[]) => sql<{ id: string; email: string; entity_id: string; hour: string }>`
    select u.id, u.email, u.entity_id, ${iso(sql`date_trunc('hour', now())`)} as hour from ${users} u
    where u.entity_id = any(${uuids(partyIds)}) and u.team_role in ('owner', 'admin') and u.removed_at is null
      and not exists (select from ${notificationPreferences} p
        where p.user_id = u.id and p.kind = 'order_moved' and p.mail = 'off')
      and not exists (select from graphile_worker.jobs j
        where j.key = 'orders_expired:' || u.id and j.locked_at is null)
    order by u.email`,
);

interface Row {
  email: string;
  order_number: string;
  partner: string;
  total: number;
}

export const expiredOrders = statement(
  [[ID, 'x']],
  (userId: string, hour: string) => sql<Row>`
    select u.email, o.order_number, p.name as partner, count(*) over ()::int as total
    from ${users} u
    join ${orders} o on u.entity_id in (o.wholesaler_id, o.retailer_id)
    join ${entities} p on p.id in (o.wholesaler_id, o.retailer_id) and p.id <> u.entity_id
    where u.id = ${userId} and u.removed_at is null and o.status = 'cancelled' and exists (
      select from ${orderHistory} h where h.order_id = o.id and h.to_status = 'cancelled' and h.actor_id is null
        and h.created_at >= ${hour}::timestamptz and h.created_at < ${hour}::timestamptz + interval '1 hour')
      and o.updated_at >= ${hour}::timestamptz
    order by o.id limit ${NAMED}`,
);
