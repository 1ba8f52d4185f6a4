import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import type { StockLot } from '../../inventory/allocation';
import { inSellableRoom } from '../../inventory/queries.sql';
import { inventoryItems, inventoryLots } from '../../inventory/tables';
import { blockReason, hasCertificate, hasCertificateFor } from '../../lots/queries.sql';
import { batches, lots } from '../../lots/tables';
import { secretColumn } from '../../pricing/shown/queries.sql';
import { products } from '../../products/tables';
import { orderAllocations, orderItems, orders } from '../tables';
import type { Hold } from './holds.sql';

export interface NamedLot {
  lot_id: string;
  batch_id: string;
  package_tag: string | null;
}

const ALLOCATED = sql`${orderAllocations} r join ${lots} l on l.id = r.lot_id join ${batches} b on b.id = l.batch_id`;

/** The batches of what an order has, in id order: none is held, released or recalled until the transaction ends. */
export const lockBatchesOfOrder = statement(
  [[ID]],
  (orderId: string) => sql<{ id: string }>`
    select b.id from ${batches} b where b.id in (select l.batch_id from ${ALLOCATED} where r.order_id = ${orderId})
    order by b.id for share`,
);

export const blockedLotsOf = statement(
  [[ID, ID]],
  (orderId: string, sellerId: string) => sql<NamedLot & { reason: string }>`
    select distinct l.id as lot_id, b.batch_id, l.package_tag, ${blockReason()} as reason
    from ${ALLOCATED} join ${entities} e on e.id = ${sellerId}
    where r.order_id = ${orderId} and ${blockReason()} is not null order by b.batch_id, l.id`,
);

/** The lots of an order, outside accessories, whose batch has no certificate of its own. */
export const lotsWithoutCoa = statement(
  [[ID]],
  (orderId: string) => sql<NamedLot & { product_name: string }>`
    select distinct l.id as lot_id, b.batch_id, l.package_tag, p.name as product_name
    from ${ALLOCATED} join ${products} p on p.id = b.product_id join ${orders} o on o.id = r.order_id
    where r.order_id = ${orderId} and p.category <> 'accessories' and not ${hasCertificateFor(sql`o.wholesaler_id`)}
    order by b.batch_id, l.id`,
);

export const holdsOfItem = statement(
  [[ID]],
  (orderItemId: string) => sql<Hold>`
    select order_item_id as "orderItemId", inventory_item_id as "inventoryItemId", lot_id as "lotId", quantity
    from ${orderAllocations} where order_item_id = ${orderItemId}`,
);

/** Lots in the seller's rows, whether or not units of them are available. */
export const lotsInStock = statement(
  [[ID, ID, [ID]]],
  (sellerId: string, variantId: string, lotIds: readonly string[]) => sql<StockLot>`
    select x.inventory_item_id, i.variant_id, x.lot_id, b.id as batch, b.batch_id, l.package_tag, 0 as available,
      ${blockReason()} as blocked, b.expires_on::text as expires_on
    from ${inventoryLots} x join ${inventoryItems} i on i.id = x.inventory_item_id join ${lots} l on l.id = x.lot_id
      join ${batches} b on b.id = l.batch_id join ${entities} e on e.id = i.entity_id
    where x.lot_id = any(${uuids(lotIds)}) and i.entity_id = ${sellerId} and i.variant_id = ${variantId}
      and x.quantity > 0`,
);

/** SQL: whether a row of stock `i` is on the secret menu that an offer opens for the buyer of a line, or that the line holds units of. */
const isSecretOf = (sellerId: string, orderItemId: string) => sql`(i.room_type = 'secret_menu' and (
  i.variant_id = any(${secretColumn(sql`${sellerId}`, sql`(select s.retailer_id from ${orderItems} s where s.id = ${orderItemId})`)})
  or exists (select from ${orderAllocations} h where h.order_item_id = ${orderItemId} and h.inventory_item_id = i.id and h.shipped_at is null)))`;

/** The variants of which a line may be from the secret menu: its own, or none. */
export const secretOfLine = statement(
  [[ID, ID, ID]],
  (sellerId: string, variantId: string, orderItemId: string) => sql<{ id: string }>`
    select distinct i.variant_id as id from ${inventoryItems} i
    where i.entity_id = ${sellerId} and i.variant_id = ${variantId} and ${isSecretOf(sellerId, orderItemId)}`,
);

/** The lots that a line could have, in the order of allocation (decision 202): what is available of each, and what it has already. */
export const lotsForLine = statement(
  [[ID, ID, ID]],
  (sellerId: string, variantId: string, orderItemId: string) => sql<{
    lot_id: string;
    batch_id: string;
    package_tag: string | null;
    expires_on: string | null;
    quantity: number;
    available_quantity: number;
    blocked: StockLot['blocked'];
    has_coa: boolean;
  }>`
    select l.id as lot_id, b.batch_id, l.package_tag, b.expires_on::text as expires_on, n.quantity,
      n.available + n.quantity as available_quantity, ${blockReason()} as blocked, ${hasCertificate} as has_coa
    from (
      select x.lot_id, sum(x.quantity - x.reserved_quantity)::float8 as available, coalesce(sum(r.quantity), 0)::int as quantity,
        bool_and(i.room_type <> 'vault') as outside
      from ${inventoryItems} i join ${inventoryLots} x on x.inventory_item_id = i.id
        left join ${orderAllocations} r on r.order_item_id = ${orderItemId} and r.inventory_item_id = i.id
          and r.lot_id = x.lot_id and r.shipped_at is null
      where i.entity_id = ${sellerId} and i.variant_id = ${variantId} and (${inSellableRoom} or ${isSecretOf(sellerId, orderItemId)})
        and i.lot_quantity > 0 and x.quantity > 0
      group by x.lot_id
    ) n join ${lots} l on l.id = n.lot_id join ${batches} b on b.id = l.batch_id join ${entities} e on e.id = ${sellerId}
    where n.available + n.quantity > 0
    order by not ${hasCertificate}, b.expires_on nulls last, n.outside, l.created_at, l.id`,
);

/** Units without a lot: what is available of the variant, and what the line has. */
export const looseForLine = statement(
  [[ID, ID, ID]],
  (sellerId: string, variantId: string, orderItemId: string) => sql<{ quantity: number; available: number }>`
    select coalesce(sum(r.quantity), 0)::int as quantity,
      coalesce(sum(i.quantity - i.lot_quantity - i.reserved_quantity + i.lot_reserved), 0)::float8 as available
    from ${inventoryItems} i left join ${orderAllocations} r on r.order_item_id = ${orderItemId}
      and r.inventory_item_id = i.id and r.lot_id is null and r.shipped_at is null
    where i.entity_id = ${sellerId} and i.variant_id = ${variantId}
      and (${inSellableRoom} or ${isSecretOf(sellerId, orderItemId)})`,
);
