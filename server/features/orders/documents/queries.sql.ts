import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entityLogos } from '../../entities/logo/tables';
import { certifiesBatch } from '../../lots/queries.sql';
import { batches, lots } from '../../lots/tables';
import { certifiesProduct } from '../../products/queries.sql';
import { productCoas } from '../../products/tables';
import { orderAllocations, orderItems, orders } from '../tables';

/** The latest certificate of each batch of each line; of the product, for a line without lots. */
export const certificatesOf = statement(
  [[ID]],
  (orderId: string) => sql<{
    item_id: string;
    product_id: string;
    id: string;
    batch_id: string;
    date: string;
  }>`
    with wanted as (
      select distinct x.id as item_id, x.product_id, x.position, l.batch_id as batch, o.wholesaler_id as seller_id
      from ${orderItems} x join ${orders} o on o.id = x.order_id left join ${orderAllocations} r on r.order_item_id = x.id and r.lot_id is not null
        left join ${lots} l on l.id = r.lot_id
      where x.order_id = ${orderId}
    )
    select w.item_id, w.product_id, c.id, c.batch_id, c.date::text as date
    from wanted w left join ${batches} b on b.id = w.batch cross join lateral (
      select c.id, c.batch_id, c.date from ${productCoas} c
      where c.product_id = w.product_id
        and (w.batch is null and ${certifiesProduct} or ${certifiesBatch(sql`w.seller_id`)})
      order by c.created_at desc, c.id desc limit 1) c
    order by w.position, w.item_id, c.batch_id, c.id`,
);

/** A logo that the documents of an order show, to its parties. */
export const seenLogo = statement(
  [[ID, ID]],
  (id: string, viewerId: string) => sql<{ contents: Buffer }>`
    select l.contents from ${entityLogos} l where l.id = ${id} and (l.entity_id = ${viewerId} or exists (
      select from ${orders} o where o.retailer_id = ${viewerId} and o.wholesaler_id = l.entity_id))`,
);
