import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { batches, lots } from '../../lots/tables';
import { orderAllocations, orderItems } from '../tables';
import type { Hold } from './holds.sql';

/** Units of a lot that a line holds, and the line's goods. */
interface HeldUnits extends Hold {
  productId: string;
  variantId: string;
  sku: string;
}

/** What the lines of an order hold of lots that expire. */
export const heldUnits = statement(
  [[ID]],
  (orderId: string) => sql<HeldUnits>`
    select r.order_item_id as "orderItemId", x.product_id as "productId", x.variant_id as "variantId", x.sku, r.quantity,
      r.inventory_item_id as "inventoryItemId", r.lot_id as "lotId", b.expires_on::text as "expiresOn"
    from ${orderAllocations} r join ${orderItems} x on x.id = r.order_item_id join ${lots} l on l.id = r.lot_id
      join ${batches} b on b.id = l.batch_id
    where r.order_id = ${orderId} and b.expires_on is not null order by x.position, x.id`,
);
