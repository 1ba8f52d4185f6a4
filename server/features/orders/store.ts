import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { WriteContext } from '../../operation/context';
import { RetryTransaction } from '../../operation/unit-of-work';
import { violatedConstraint } from '../../platform/db/client';
import type { PricedLine } from './place';
import type { totalsOf } from './pricing';
import type { Hold } from './stock';

export interface NewOrder extends ReturnType<typeof totalsOf> {
  id: string;
  orderNumber: string;
  wholesalerId: string;
  receivingLocationId: string;
  taxRateBps: number;
  deliveryDate: string | null;
  deliveryWindow: string | null;
  notes: string | null;
}

/**
 * Writes an order of the caller's with its lines, what they hold and the first line of its timeline, in one statement: an
 * order is the write that most people wait for at once.
 * @throws RetryTransaction when another order has the number
 */
export async function storeOrder(
  ctx: WriteContext,
  order: NewOrder,
  lines: readonly PricedLine[],
  holds: readonly Hold[],
): Promise<void> {
  const { id, notes } = order;
  const { userId, name, entity } = ctx.actor;
  const items = lines.map((line, position) => ({ ...line, position }));
  const write = ctx.db.execute(sql`
    with placed as (
      insert into orders (id, order_number, wholesaler_id, retailer_id, receiving_location_id, subtotal_cents,
        tax_rate_bps, tax_cents, total_cents, delivery_date, delivery_window, notes, created_by)
      values (${id}, ${order.orderNumber}, ${order.wholesalerId}, ${entity.id}, ${order.receivingLocationId},
        ${order.subtotalCents}, ${order.taxRateBps}, ${order.taxCents}, ${order.totalCents},
        ${order.deliveryDate}::date, ${order.deliveryWindow}, ${notes}, ${userId})
    ), listed as (
      insert into order_items (id, order_id, product_id, variant_id, product_name, sku, quantity, unit_price_cents,
        total_cents, position)
      select x."itemId", ${id}, x."productId", x."variantId", x."productName", x.sku, x.quantity, x."unitPriceCents",
        x.quantity * x."unitPriceCents", x.position
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as x ("itemId" uuid, "productId" uuid, "variantId" uuid,
        "productName" text, sku text, quantity int, "unitPriceCents" bigint, position int)
    ), held as (
      insert into order_reservations (order_id, order_item_id, inventory_item_id, quantity)
      select ${id}, x."orderItemId", x."inventoryItemId", x.quantity
      from jsonb_to_recordset(${JSON.stringify(holds)}::jsonb)
        as x ("orderItemId" uuid, "inventoryItemId" uuid, quantity int)
    )
    insert into order_history (id, order_id, action, to_status, notes, actor_id, actor_name, actor_entity_id)
    values (${v7()}, ${id}, 'created', 'pending', ${notes}, ${userId}, ${name}, ${entity.id})`);
  try {
    await write;
  } catch (error) {
    // Six random characters meet another order's once in a while: the transaction runs again with new ones.
    throw violatedConstraint(error) === 'orders_number' ? new RetryTransaction('order number in use') : error;
  }
}
