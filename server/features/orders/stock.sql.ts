import { sql } from 'drizzle-orm';
import { newId } from '../../kernel/ids';
import { ID, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { Units } from '../inventory/allocation';
import { inventoryItems } from '../inventory/tables';
import { batches, lots } from '../lots/tables';
import { orderAllocations, orderHistory, orderItems, orders } from './tables';

export interface PricedLine {
  itemId: string;
  productId: string;
  productName: string;
  variantId: string;
  sku: string;
  quantity: number;
  unitPriceCents: number;
}

export interface Hold extends Units {
  orderItemId: string;
}

const SAMPLE_HOLD: Hold = { orderItemId: ID, inventoryItemId: ID, lotId: ID, quantity: 1 };
const at = ({ orderItemId, inventoryItemId, lotId }: Hold) => sql`order_item_id = ${orderItemId}
  and inventory_item_id = ${inventoryItemId} and lot_id is not distinct from ${lotId}::uuid`;

export const insertOrder = statement(
  [
    [
      {
        id: ID,
        orderNumber: 'x',
        wholesalerId: ID,
        entityId: ID,
        receivingLocationId: ID,
        units: 1,
        subtotalCents: 1,
        taxRateBps: 1,
        taxCents: 1,
        totalCents: 1,
        deliveryDate: 'x',
        deliveryWindow: TIME,
        notes: 'x',
        poNumber: 'x',
        userId: ID,
        items: [],
        holds: [],
        name: 'x',
      },
    ],
  ],
  ({
    id,
    orderNumber,
    wholesalerId,
    entityId,
    receivingLocationId,
    units,
    subtotalCents,
    taxRateBps,
    taxCents,
    totalCents,
    deliveryDate,
    deliveryWindow,
    notes,
    poNumber,
    userId,
    items,
    holds,
    name,
  }: {
    id: string;
    orderNumber: string;
    wholesalerId: string;
    entityId: string;
    receivingLocationId: string;
    units: number;
    subtotalCents: number;
    taxRateBps: number;
    taxCents: number;
    totalCents: number;
    deliveryDate: string | null;
    deliveryWindow: string | null;
    notes: string | null;
    poNumber: string | null;
    userId: string;
    items: ReadonlyArray<PricedLine & { position: number }>;
    holds: readonly Hold[];
    name: string;
  }) => sql`
    with placed as (
      insert into ${orders} (id, order_number, wholesaler_id, retailer_id, receiving_location_id, units, subtotal_cents,
        tax_rate_bps, tax_cents, total_cents, delivery_date, delivery_window, notes, po_number,
        created_by)
      values (${id}, ${orderNumber}, ${wholesalerId}, ${entityId}, ${receivingLocationId},
        ${units}, ${subtotalCents}, ${taxRateBps}, ${taxCents}, ${totalCents},
        ${deliveryDate}::date, ${deliveryWindow}, ${notes}, ${poNumber}, ${userId})
    ), listed as (
      insert into ${orderItems} (id, order_id, retailer_id, product_id, variant_id, product_name, sku, quantity,
        unit_price_cents, total_cents, position)
      select x."itemId", ${id}, ${entityId}, x."productId", x."variantId", x."productName", x.sku, x.quantity, x."unitPriceCents",
        x.quantity * x."unitPriceCents", x.position
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as x ("itemId" uuid, "productId" uuid, "variantId" uuid,
        "productName" text, sku text, quantity int, "unitPriceCents" bigint, position int)
    ), held as (
      insert into ${orderAllocations} (order_id, order_item_id, inventory_item_id, lot_id, quantity)
      select ${id}, x."orderItemId", x."inventoryItemId", x."lotId", x.quantity
      from jsonb_to_recordset(${JSON.stringify(holds)}::jsonb)
        as x ("orderItemId" uuid, "inventoryItemId" uuid, "lotId" uuid, quantity int)
    )
    insert into ${orderHistory} (id, order_id, action, to_status, notes, actor_id, actor_name, actor_entity_id)
    values (${newId()}, ${id}, 'created', 'pending', ${notes}, ${userId}, ${name}, ${entityId})`,
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

export const markShipped = statement(
  [[ID]],
  (orderId: string) => sql`update ${orderItems} set shipped_quantity = quantity where order_id = ${orderId}`,
);
