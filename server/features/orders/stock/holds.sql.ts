import { sql } from 'drizzle-orm';
import type { WeightUnit } from '../../../kernel/weights';
import { insertRows } from '../../../platform/db/insert';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accounts } from '../../entities/customers/tables';
import type { Units } from '../../inventory/allocation';
import { inventoryItems } from '../../inventory/tables';
import { batches, lots } from '../../lots/tables';
import type { LadderStep, PriceSource } from '../../pricing/ladder';
import type { Category } from '../../products/categories';
import { orderHistory } from '../parts/tables';
import { orderAllocations, orderItems, orders } from '../tables';

export interface PricedLine {
  itemId: string;
  productId: string;
  productName: string;
  variantId: string;
  sku: string;
  quantity: number;
  unit?: WeightUnit | null;
  /** In ten-thousandths of the unit; null for goods sold each. */
  step?: number | null;
  /** What was asked for, where that is more. */
  requestedQuantity?: number;
  unitPriceCents: number;
  /** Null for this price at any quantity. */
  priceLadder?: LadderStep[] | null;
  priceSource?: PriceSource;
  /** The amount whose break sets the price, where that is more than the quantity. */
  breakSteps?: number | null;
  /** What taxes go by. */
  taxCategory?: Category | null;
  taxWeight?: number | null;
  taxWeightUnit?: WeightUnit | null;
  /** Off the line, in basis points. */
  discountBps?: number;
  sample?: boolean;
}

/** The same as it was asked for. */
export interface AskedLine extends PricedLine {
  /** Place in the request of the first line that it is made of. */
  index: number;
  /** It is sold in multiples of so many steps. */
  caseSize: number;
  /** Where its seller gave a price, in cents. */
  givenCents?: number | undefined;
}

export interface Hold extends Units {
  orderItemId: string;
}

const SAMPLE_HOLD: Hold = { orderItemId: ID, inventoryItemId: ID, lotId: ID, quantity: 1 };
const at = ({ orderItemId, inventoryItemId, lotId }: Hold) => sql`order_item_id = ${orderItemId}
  and inventory_item_id = ${inventoryItemId} and lot_id is not distinct from ${lotId}::uuid`;

/** The rows of new orders. */
export interface OrderRows {
  orders: Array<typeof orders.$inferInsert>;
  lines: Array<typeof orderItems.$inferInsert>;
  holds: Array<typeof orderAllocations.$inferInsert>;
  entries: Array<typeof orderHistory.$inferInsert>;
}

const SAMPLE_ORDER: typeof orders.$inferInsert = {
  id: ID,
  orderNumber: 'x',
  wholesalerId: ID,
  retailerId: ID,
  receivingLocationId: ID,
  subtotalCents: 1,
  taxRateBps: 1,
  taxCents: 1,
  totalCents: 1,
  createdBy: ID,
  units: 1,
};

/** SQL: who looks after the buyer of an order `r` for its seller. */
const REPRESENTATIVE = sql`(select a.representative_id from ${accounts} a
  where a.seller_id = r.wholesaler_id and a.buyer_id = r.retailer_id)`;

/** Writes them in one statement: placing orders is the most contended write. */
export const insertOrders = statement(
  [[{ orders: [SAMPLE_ORDER], lines: [], holds: [], entries: [] }]],
  (rows: OrderRows) => sql`
    with placed as (${insertRows(orders, rows.orders, { representative_id: REPRESENTATIVE })}), listed as (${insertRows(orderItems, rows.lines)}),
      held as (${insertRows(orderAllocations, rows.holds)}) ${insertRows(orderHistory, rows.entries)}`,
);

export const deleteHold = statement(
  [[SAMPLE_HOLD]],
  (hold: Hold) => sql`
  delete from ${orderAllocations} where ${at(hold)} and quantity = ${hold.quantity}`,
);

export const reduceHold = statement(
  [[SAMPLE_HOLD]],
  (hold: Hold) => sql`
  update ${orderAllocations} set quantity = quantity - ${hold.quantity} where ${at(hold)}`,
);

/** Those allocated last first. */
export const holdsOfLine = statement(
  [[ID]],
  (orderItemId: string) => sql<{ inventory_item_id: string; lot_id: string | null; quantity: number }>`
    select r.inventory_item_id, r.lot_id, r.quantity
    from ${orderAllocations} r join ${inventoryItems} i on i.id = r.inventory_item_id
      left join ${lots} l on l.id = r.lot_id left join ${batches} b on b.id = l.batch_id
    where r.order_item_id = ${orderItemId}
    order by r.lot_id is not null, b.expires_on desc nulls first, i.room_type = 'vault', i.created_at desc, i.id desc,
      l.id desc`,
);

/** Keeps what was shipped, and its cost: the average of the rows that it leaves, which moves of their stock may change (decision 780), null while one's isn't known. */
export const markShipped = statement(
  [[ID]],
  (orderId: string) => sql`
    update ${orderItems} x set shipped_quantity = x.quantity, unit_cost = (
      select case when bool_and(i.average_cost > 0) then round(sum(r.quantity * i.average_cost) / sum(r.quantity), 4) end
      from ${orderAllocations} r join ${inventoryItems} i on i.id = r.inventory_item_id where r.order_item_id = x.id)
    where x.order_id = ${orderId}`,
);
