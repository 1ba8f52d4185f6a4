import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { allOf, ints, iso, since, uuids } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER, TIME } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { readingsOf, type Walked, type WalkedList } from '../../../platform/db/walk';
import { entities, locations } from '../../entities/tables';
import { inventoryItems, inventoryMovements } from '../../inventory/tables';
import { batches, lots } from '../../lots/tables';
import { recallBatches, recalls } from '../../recalls/tables';
import type { Side } from '../flow/schema';
import { partiesOf, visibleOrders } from '../queries.sql';
import { orderAllocations, orderHistory, orderItems, orders } from '../tables';
import { RECEIPT_HOURS, type RETURN_STATUSES } from './schema';
import { receiptLines, receipts, returnLines, returns } from './tables';

/** SQL: how lot `l` of batch `b` is named in JSON; null without a lot. */
const lotJson = sql`case when l.id is not null then json_build_object('lot_id', l.id, 'batch_id', b.batch_id,
  'package_tag', l.package_tag, 'expires_on', b.expires_on) end`;
const itemJson = sql`'item_id', x.id, 'product_id', x.product_id, 'product_name', x.product_name, 'variant_id',
  x.variant_id, 'sku', x.sku`;
const withLot = sql`left join ${lots} l on l.id = n.lot_id left join ${batches} b on b.id = l.batch_id`;
const inOrder = sql`x.position, x.id, l.id is null, b.expires_on nulls last, l.created_at, l.id`;
const personJson = (id: SQL, name: SQL) => sql`json_build_object('id', ${id}, 'name', ${name})`;

interface Lot {
  lot_id: string;
  batch_id: string;
  package_tag: string | null;
  expires_on: string | null;
}

interface LineRow {
  item_id: string;
  product_id: string;
  product_name: string;
  variant_id: string;
  sku: string;
  lot: Lot | null;
}

export interface ReceiptLineRow extends LineRow {
  shipped_quantity: number;
  accepted: number;
  rejected: number;
  damaged: number;
  reason_code: string | null;
}

export interface ReceiptRow {
  id: string;
  order_id: string;
  order_number: string;
  lines: ReceiptLineRow[];
  notes: string | null;
  credit_cents: number;
  return_ids: string[];
  received_by: { id: string; name: string };
  correctable_until: string;
  /** Whether it still can be corrected. */
  open: boolean;
  corrected_at: string | null;
  created_at: string;
  updated_at: string;
}

/** SQL: the receipts (alias `r`) of the caller's business on either side. */
export function visibleReceipts(actor: Pick<Actor, 'entity'>): SQL {
  const own = partiesOf(actor).map((party) => sql`r.${PARTY_COLUMN[party]} = ${actor.entity.id}`);
  return sql`(${sql.join(own, sql` or `)})`;
}

const PARTY_COLUMN: Record<Side, SQL> = { retailer: sql`entity_id`, wholesaler: sql`wholesaler_id` };

const newestFirst = (name: string, from: SQL, alias: SQL): WalkedList<'created_at'> => ({
  name,
  from,
  id: sql`${alias}.id`,
  sorts: { created_at: sql`${alias}.created_at` },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
});
export const RECEIPTS = newestFirst('receipts', sql`${receipts} r`, sql`r`);
/** The list of a business that is on both sides: each has its index, and PostgreSQL merges them. */
export const receiptsOf = (actor: Pick<Actor, 'entity'>): typeof RECEIPTS => {
  const parties = partiesOf(actor);
  if (parties.length < 2) return RECEIPTS;
  const each = parties.map(
    (party) => sql`select s.* from ${receipts} s where s.${PARTY_COLUMN[party]} = ${actor.entity.id}`,
  );
  return { ...RECEIPTS, from: sql`(${sql.join(each, sql` union all `)}) r` };
};
export const RETURNS = newestFirst('returns', sql`${returns} t`, sql`t`);

/** Receipts of some rows, as `r`. */
export const readReceipts = statement(
  [
    [sql``, sql`${receipts} r`, sql`where r.order_id = ${ID}`],
    ...readingsOf(RECEIPTS).flatMap(
      ({ page, order }): Array<[SQL, SQL, SQL]> =>
        [OWNER, LIMITED].map((actor) => [
          sql`page.walk_key,`,
          sql`${page(allOf([visibleReceipts(actor), since(sql`r.updated_at`, TIME)]))} join ${receipts} r on r.id = page.id`,
          order,
        ]),
    ),
  ],
  (more: SQL, from: SQL, tail: SQL) => sql<ReceiptRow & Walked>`
    select ${more} r.id, r.order_id, o.order_number, r.notes, r.credit_cents::float8 as credit_cents,
      (select json_agg(json_build_object(${itemJson}, 'shipped_quantity', x.shipped_quantity, 'lot', ${lotJson},
          'accepted', n.accepted, 'rejected', n.rejected, 'damaged', n.damaged, 'reason_code', n.reason_code)
          order by ${inOrder})
        from ${receiptLines} n join ${orderItems} x on x.id = n.order_item_id ${withLot} where n.receipt_id = r.id) as lines,
      (select coalesce(json_agg(t.id order by t.id), '[]') from ${returns} t where t.receipt_id = r.id) as return_ids,
      ${personJson(sql`r.actor_id`, sql`r.actor_name`)} as received_by,
      ${iso(sql`(r.created_at + make_interval(hours => ${RECEIPT_HOURS}))`)} as correctable_until,
      r.created_at + make_interval(hours => ${RECEIPT_HOURS}) > now() as open,
      ${iso(sql`r.corrected_at`)} as corrected_at, ${iso(sql`r.created_at`)} as created_at,
      ${iso(sql`r.updated_at`)} as updated_at
    from ${from} join ${orders} o on o.id = r.order_id ${tail}`,
);

/** SQL: the returns (alias `t`) of the caller's business on either side. The only way to a row. */
export function visibleReturns(actor: Pick<Actor, 'entity'>): SQL {
  const bought = sql`t.order_id in (select o.id from ${orders} o where ${visibleOrders(actor, 'buying')})`;
  return sql`(t.entity_id = ${actor.entity.id} or ${bought})`;
}

export interface ReturnLineRow extends LineRow {
  quantity: number;
  received_quantity: number | null;
  reason_code: string | null;
}

interface ReturnRow {
  id: string;
  order_id: string;
  order_number: string;
  receipt_id: string;
  wholesaler: { id: string; name: string };
  retailer: { id: string; name: string };
  status: (typeof RETURN_STATUSES)[number];
  lines: ReturnLineRow[];
  location_id: string | null;
  notes: string | null;
  received_by: { id: string; name: string } | null;
  received_at: string | null;
  created_at: string;
  updated_at: string;
}

const party = (column: SQL) =>
  sql`(select json_build_object('id', e.id, 'name', e.name) from ${entities} e where e.id = ${column})`;

export const readReturns = statement(
  [
    [sql``, sql`${returns} t`, sql`where t.id = ${ID} and ${visibleReturns(OWNER)}`],
    ...readingsOf(RETURNS).flatMap(
      ({ page, order }): Array<[SQL, SQL, SQL]> =>
        [OWNER, LIMITED].map((actor) => [
          sql`page.walk_key,`,
          sql`${page(allOf([visibleReturns(actor), since(sql`t.updated_at`, TIME)]))} join ${returns} t on t.id = page.id`,
          order,
        ]),
    ),
  ],
  (more: SQL, from: SQL, tail: SQL) => sql<ReturnRow & Walked>`
    select ${more} t.id, t.order_id, o.order_number, t.receipt_id, ${party(sql`o.wholesaler_id`)} as wholesaler,
      ${party(sql`o.retailer_id`)} as retailer, case when t.received_at is null then 'open' else 'received' end as status,
      (select json_agg(json_build_object(${itemJson}, 'lot', ${lotJson}, 'quantity', n.quantity, 'received_quantity',
          n.received, 'reason_code', y.reason_code) order by ${inOrder})
        from ${returnLines} n join ${orderItems} x on x.id = n.order_item_id ${withLot}
          left join ${receiptLines} y on y.receipt_id = t.receipt_id and y.order_item_id = n.order_item_id
            and y.lot_id is not distinct from n.lot_id
        where n.return_id = t.id) as lines,
      t.location_id, t.notes,
      case when t.received_at is not null then ${personJson(sql`t.actor_id`, sql`t.actor_name`)} end as received_by,
      ${iso(sql`t.received_at`)} as received_at, ${iso(sql`t.created_at`)} as created_at,
      ${iso(sql`t.updated_at`)} as updated_at
    from ${from} join ${orders} o on o.id = t.order_id ${tail}`,
);

/** SQL: whether the batch `b` is on hold since a recall, open or closed. */
const isRecalled = sql`b.held_at is not null and (b.recall_id is not null or exists (select from ${recalls} c where c.batch_id = b.id)
  or exists (select from ${recallBatches} c where c.batch_id = b.id and c.confirmed_at is not null))`;

/** Lots of an order that was shipped, those that expire last first. */
export const shippedLots = statement(
  [[ID]],
  (orderId: string) => sql<{ order_item_id: string; lot_id: string; quantity: number; recalled: boolean }>`
    select r.order_item_id, r.lot_id, r.quantity, ${isRecalled} as recalled
    from (select order_item_id, lot_id, sum(quantity)::int as quantity from ${orderAllocations}
        where order_id = ${orderId} and lot_id is not null group by order_item_id, lot_id) r
      join ${lots} l on l.id = r.lot_id join ${batches} b on b.id = l.batch_id
    order by b.expires_on desc nulls first, l.created_at desc, l.id desc`,
);

export const receivingRoom = statement(
  [[ID]],
  (locationId: string) => sql<{ room: string }>`
    select receiving_room as room from ${locations} where id = ${locationId}`,
);

/** When an order was marked delivered, and whether a receipt can still be filed. */
export const deliveryOf = statement(
  [[ID]],
  (orderId: string) => sql<{ open: boolean }>`
    select h.created_at + make_interval(hours => ${RECEIPT_HOURS}) > now() as open
    from ${orderHistory} h where h.order_id = ${orderId} and h.to_status = 'delivered' order by h.id limit 1`,
);

/** Where the units of an order went that its seller marked delivered; only within the hours of a receipt. */
export const bookedByDelivery = statement(
  [[ID]],
  (orderId: string) => sql<{
    order_item_id: string;
    lot_id: string | null;
    inventory_item_id: string;
    quantity: number;
  }>`
    select x.id as order_item_id, m.lot_id, m.item_id as inventory_item_id, sum(m.delta)::int as quantity
    from ${orders} o join ${orderItems} x on x.order_id = o.id
      join ${inventoryItems} i on i.entity_id = o.retailer_id and i.location_id = o.receiving_location_id
        and i.variant_id = x.variant_id
      join ${inventoryMovements} m on m.item_id = i.id and m.source_type = 'order' and m.source_id = o.id and m.delta > 0
        and m.created_at > now() - make_interval(hours => ${RECEIPT_HOURS + 1})
    where o.id = ${orderId} group by x.id, m.lot_id, m.item_id`,
);

export const setReceived = statement(
  [[[ID], [1]]],
  (orderItemIds: readonly string[], quantities: readonly number[]) => sql`
    update ${orderItems} x set received_quantity = n.quantity
    from unnest(${uuids(orderItemIds)}, ${ints(quantities)}) as n (id, quantity)
    where x.id = n.id and x.received_quantity <> n.quantity`,
);

/** Units of the order's returns that the seller has booked already, as the retailer sent them. */
export const unitsReturned = statement(
  [[ID]],
  (receiptId: string) => sql<{ order_item_id: string; lot_id: string | null; quantity: number }>`
    select n.order_item_id, n.lot_id, sum(n.quantity)::int as quantity
    from ${returns} t join ${returnLines} n on n.return_id = t.id
    where t.receipt_id = ${receiptId} and t.received_at is not null group by n.order_item_id, n.lot_id`,
);

/** The lines of a return, those first that a count fills first. */
export const unitsOnReturn = statement(
  [[ID]],
  (returnId: string) => sql<{
    id: string;
    order_item_id: string;
    variant_id: string;
    sku: string;
    lot_id: string | null;
    quantity: number;
  }>`
    select n.id, n.order_item_id, x.variant_id, x.sku, n.lot_id, n.quantity
    from ${returnLines} n join ${orderItems} x on x.id = n.order_item_id ${withLot}
    where n.return_id = ${returnId} order by ${inOrder}`,
);

export const setCounted = statement(
  [[[ID], [1]]],
  (lineIds: readonly string[], counts: readonly number[]) => sql`
    update ${returnLines} n set received = c.received
    from unnest(${uuids(lineIds)}, ${ints(counts)}) as c (id, received) where n.id = c.id`,
);

/** What a unit of each line is worth to the seller, in dollars: the average cost where it was shipped from. */
export const worthOfLines = statement(
  [[ID]],
  (orderId: string) => sql<{ order_item_id: string; worth: number }>`
    select r.order_item_id, round(sum(r.quantity * i.average_cost) / sum(r.quantity), 4)::float8 as worth
    from ${orderAllocations} r join ${inventoryItems} i on i.id = r.inventory_item_id
    where r.order_id = ${orderId} group by r.order_item_id`,
);
