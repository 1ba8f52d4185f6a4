import { type SQL, sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { batches, lots } from '../../lots/tables';
import { orderHistory } from '../parts/tables';
import { isUnclaimed } from '../queries.sql';
import { orderAllocations, orderItems, orders } from '../tables';

/** What a line had reserved of a recalled batch. */
export interface Freed {
  order_id: string;
  seller_id: string;
  status: string;
  order_item_id: string;
  inventory_item_id: string;
  lot_id: string;
  quantity: number;
  batch_id: string;
  product_name: string;
  sku: string;
}

/** SQL: what open orders have reserved of batches. */
const RESERVED = sql`${orderAllocations} r join ${lots} l on l.id = r.lot_id`;

/** Orders with reservations of batches; the batches are locked, so that no others get any. */
export const lockOrdersWith = statement(
  [[[ID]]],
  (batchIds: readonly string[]) => sql<{ id: string }>`
    select o.id from ${orders} o where o.id in (
      select r.order_id from ${RESERVED} where l.batch_id = any(${uuids(batchIds)}) and r.shipped_at is null)
    order by o.id for no key update`,
);

export const dropReserved = statement(
  [[[ID]]],
  (batchIds: readonly string[]) => sql<Freed>`
    delete from ${orderAllocations} r using ${lots} l, ${batches} b, ${orderItems} x, ${orders} o
    where l.id = r.lot_id and b.id = l.batch_id and x.id = r.order_item_id and o.id = r.order_id
      and l.batch_id = any(${uuids(batchIds)}) and r.shipped_at is null
    returning r.order_id, o.wholesaler_id as seller_id, o.status, r.order_item_id, r.inventory_item_id, r.lot_id,
      r.quantity, b.batch_id, x.product_name, x.sku`,
);

export const flagOrders = statement(
  [[[ID], ID]],
  (orderIds: readonly string[], recallId: string) =>
    sql`update ${orders} set recall_id = ${recallId}, updated_at = change_time() where id = any(${uuids(orderIds)})`,
);

export interface FlagEntry {
  id: string;
  orderId: string;
  status: string;
  summary: string;
}

export const insertFlagEntries = statement(
  [[[], { id: ID, name: 'x', entityId: ID }]],
  (entries: readonly FlagEntry[], actor: { id: string; name: string; entityId: string }) => sql`
    insert into ${orderHistory} (id, order_id, action, from_status, to_status, summary, actor_id, actor_name,
      actor_entity_id)
    select x.id, x.order_id, 'item_changed', x.status, x.status, x.summary, ${actor.id}, ${actor.name}, ${actor.entityId}
    from unnest(${uuids(entries.map((one) => one.id))}, ${uuids(entries.map((one) => one.orderId))},
      ${texts(entries.map((one) => one.status))}, ${texts(entries.map((one) => one.summary))})
      as x (id, order_id, status, summary)`,
);

/** Of these orders, those whose buyer isn't on board. */
export const unclaimedAmong = statement(
  [[[ID]]],
  (orderIds: readonly string[]) => sql<{ id: string }>`
    select o.id from ${orders} o where o.id = any(${uuids(orderIds)}) and ${isUnclaimed}`,
);

/** SQL: the lines of an order that have less than they need. */
export const linesShortOf = (orderId: string | SQL): SQL => sql`
  select x.id as item_id, x.sku, (x.quantity - coalesce(sum(r.quantity), 0))::int as missing
  from ${orderItems} x left join ${orderAllocations} r on r.order_item_id = x.id
  where x.order_id = ${orderId} group by x.id having x.quantity > coalesce(sum(r.quantity), 0)
  order by x.position, x.id`;

export const shortLines = statement(
  [[ID]],
  (orderId: string) => linesShortOf(orderId) as SQL<{ item_id: string; sku: string; missing: number }>,
);

/** Clears the flag of an order whose lines have what they need again. */
export const unflagComplete = statement(
  [[ID]],
  (orderId: string) => sql`
    update ${orders} o set recall_id = null where o.id = ${orderId} and o.recall_id is not null and not exists (
      select from ${orderItems} x where x.order_id = o.id and x.quantity > coalesce((
        select sum(r.quantity) from ${orderAllocations} r where r.order_item_id = x.id), 0))`,
);
