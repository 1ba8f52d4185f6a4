import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { RECEIPT_HOURS } from '../../../kernel/receipt-hours';
import { byId, collection, filter } from '../../../platform/db/collection';
import { ints, texts, uuids } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { byExternalId } from '../../entities/external-ids/resource';
import { inventoryItems, inventoryMovements } from '../../inventory/tables';
import { orderHistory, receipts } from '../parts/tables';
import { partiesOf, visibleOrders } from '../queries.sql';
import type { Side } from '../shapes/flow.schema';
import { orderAllocations, orderItems, orders } from '../tables';
import type { Found } from './counting';
import { inLots, receipt, withLot } from './resource';
import { returning } from './returns.resource';
import { ReturnStatus } from './schema';
import { returnLines, returns } from './tables';

const r = alias(receipts, 'r');

const t = alias(returns, 't');

/** SQL: the receipts (alias `r`) of the caller's business on either side. */
export function visibleReceipts(actor: Pick<Actor, 'entity'>): SQL {
  const own = partiesOf(actor).map((party) => sql`r.${PARTY_COLUMN[party]} = ${actor.entity.id}`);
  return sql`(${sql.join(own, sql` or `)})`;
}

const PARTY_COLUMN: Record<Side, SQL> = { retailer: sql`entity_id`, wholesaler: sql`wholesaler_id` };

const newestFirst = <C>(createdAt: C) => ({
  sorts: { created_at: createdAt },
  keys: { created_at: 'timestamptz' as const },
  fallback: '-created_at' as const,
});

/** Who reads receipts, and of which order, where it is one that the reader may see. */
export type ReceiptReader = Pick<Actor, 'entity'> & { orderId?: string };

export const RECEIPTS = collection(receipt, {
  name: 'receipts',
  visible: (reader: ReceiptReader) =>
    reader.orderId ? sql`r.order_id = ${reader.orderId}` : visibleReceipts(reader),
  ...newestFirst(r.createdAt),
  changed: r.updatedAt,
  filters: { external_id: byExternalId<ReceiptReader>('receipt', sql`r.id`) },
});

/** The list of a business that is on both sides: each has its index, and PostgreSQL merges them. */
export const receiptsOf = (actor: Pick<Actor, 'entity'>): typeof RECEIPTS => {
  const parties = partiesOf(actor);
  if (parties.length < 2) return RECEIPTS;
  const each = parties.map(
    (party) => sql`select s.* from ${receipts} s where s.${PARTY_COLUMN[party]} = ${actor.entity.id}`,
  );
  return { ...RECEIPTS, from: sql`(${sql.join(each, sql` union all `)}) r` };
};

export const receiptPage = pageOf(RECEIPTS, OWNER, LIMITED, { ...OWNER, orderId: ID });

/** Receipts as the resource. */
export const readReceipts = rowsWhere(receipt, [[sql`r.order_id = ${ID}`, OWNER]]);

/** SQL: the returns (alias `t`) of the caller's business on either side. The only way to a row. */
export function visibleReturns(actor: Pick<Actor, 'entity'>): SQL {
  const bought = sql`t.order_id in (select o.id from ${orders} o where ${visibleOrders(actor, 'buying')})`;
  return sql`(t.entity_id = ${actor.entity.id} or ${bought})`;
}

export const RETURNS = collection(returning, {
  name: 'returns',
  visible: (reader: Pick<Actor, 'entity'>) => visibleReturns(reader),
  ...newestFirst(t.createdAt),
  changed: t.updatedAt,
  filters: {
    status: filter(
      ReturnStatus.meta({ description: 'Only returns in this status' }),
      'open',
      (status) => sql`(t.received_at is null) = ${status === 'open'}`,
    ),
    order_id: byId(t.orderId, 'Only returns of this order'),
    external_id: byExternalId<Pick<Actor, 'entity'>>('return', sql`t.id`),
  },
});

export const returnPage = pageOf(RETURNS, OWNER, LIMITED);

/** Returns as the resource. */
export const readReturns = rowsWhere(returning, [[sql`t.id = ${ID} and ${visibleReturns(OWNER)}`, OWNER]]);

/** When an order was marked delivered, and whether a receipt can still be filed. */
export const deliveryOf = statement(
  [[ID]],
  (orderId: string) => sql<{ open: boolean }>`
    select h.created_at + make_interval(hours => ${RECEIPT_HOURS}) > now() as open
    from ${orderHistory} h where h.order_id = ${orderId} and h.to_status = 'delivered' order by h.id limit 1`,
);

/**
 * Where the units of an order went that its seller marked delivered; only within the hours of a receipt. Movements name no line: of
 * a variant and its sample both lines have the same row.
 */
export const bookedByDelivery = statement(
  [[ID]],
  (orderId: string) => sql<{
    order_item_id: string;
    lot_id: string | null;
    inventory_item_id: string;
  }>`
    select x.id as order_item_id, m.lot_id, m.item_id as inventory_item_id
    from ${orders} o join ${orderItems} x on x.order_id = o.id
      join ${inventoryItems} i on i.entity_id = o.retailer_id and i.location_id = o.receiving_location_id
        and i.variant_id = x.variant_id
      join ${inventoryMovements} m on m.item_id = i.id and m.source_type = 'order' and m.source_id = o.id and m.delta > 0
        and m.created_at > now() - make_interval(hours => ${RECEIPT_HOURS + 1})
    where o.id = ${orderId} group by x.id, m.lot_id, m.item_id`,
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
    step: number | null;
    lot_id: string | null;
    quantity: number;
  }>`
    select n.id, n.order_item_id, x.variant_id, x.sku, x.step, n.lot_id, n.quantity
    from ${returnLines} n join ${orderItems} x on x.id = n.order_item_id ${withLot}
    where n.return_id = ${returnId} order by x.position, x.id, ${inLots}`,
);

export const setCounted = statement(
  [[[ID], [{ received: 1, condition: null, roomType: 'quarantine' }]]],
  (lineIds: readonly string[], found: readonly Found[]) => sql`
    update ${returnLines} n set received = c.received, condition = c.condition, room_type = nullif(c.room_type, 'quarantine')
    from unnest(${uuids(lineIds)}, ${ints(found.map(({ received }) => received))},
      ${texts(found.map(({ condition }) => condition))}, ${texts(found.map(({ roomType }) => roomType))})
      as c (id, received, condition, room_type) where n.id = c.id`,
);

/** What a unit of each line is worth to the seller, in dollars: the average cost where it was shipped from. */
export const worthOfLines = statement(
  [[ID]],
  (orderId: string) => sql<{ order_item_id: string; worth: number }>`
    select r.order_item_id, round(sum(r.quantity * i.average_cost) / sum(r.quantity), 4)::float8 as worth
    from ${orderAllocations} r join ${inventoryItems} i on i.id = r.inventory_item_id
    where r.order_id = ${orderId} group by r.order_item_id`,
);
