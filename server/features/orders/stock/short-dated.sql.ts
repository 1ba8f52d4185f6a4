import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { batches, lots } from '../../lots/tables';
import { orderAllocations, orderItems } from '../tables';

/** Units of a lot that a line holds. */
export interface HeldUnits {
  itemId: string;
  productId: string;
  variantId: string;
  sku: string;
  quantity: number;
  /** In the form YYYY-MM-DD. */
  expiresOn: string | null;
}

/** What the lines of an order hold of lots that expire. */
export const heldUnits = statement(
  [[ID]],
  (orderId: string) => sql<HeldUnits>`
    select x.id as "itemId", x.product_id as "productId", x.variant_id as "variantId", x.sku, r.quantity,
      b.expires_on::text as "expiresOn"
    from ${orderAllocations} r join ${orderItems} x on x.id = r.order_item_id join ${lots} l on l.id = r.lot_id
      join ${batches} b on b.id = l.batch_id
    where r.order_id = ${orderId} and b.expires_on is not null order by x.position, x.id`,
);
