import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { EACH, type SoldAlike } from '../../kernel/weights';
import { ID, LIMITED } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import { inSellableRoom, visibleItems } from '../inventory/queries.sql';
import { inventoryItems, inventoryLots } from '../inventory/tables';
import { blockReason, certifiesBatch } from '../lots/queries.sql';
import { batches, lots } from '../lots/tables';
import { isListingShown, isShown, secretColumn } from '../pricing/shown/queries.sql';
import { listings, productCoas, products, productVariants } from '../products/tables';
import type { BatchOnSale } from './schema';

/** More batches of one product than a seller has on sale at once. */
const MOST = 50;

type Row = Omit<z.infer<typeof BatchOnSale>, 'units' | 'amount'> & { units: number } & SoldAlike;

/**
 * The batches of a product that a seller can sell units of, what expires first before the others.
 * @param viewer the member, of their own business within their locations; for a buyer its business, to which it must be offered
 */
export const batchesOnSale = statement(
  [
    [ID, ID, LIMITED],
    [ID, ID, { buyerId: ID }],
  ],
  (
    sellerId: string,
    productId: string,
    viewer: Pick<Actor, 'entity' | 'locationIds'> | { buyerId: string },
  ) => {
    const buyer = 'buyerId' in viewer ? sql`${viewer.buyerId}::uuid` : null;
    const [ofOwner, ofSeller] = buyer ? [isShown(buyer), isListingShown(buyer)] : [sql`true`, sql`true`];
    const isOffered = sql`(exists (select from ${products} p where p.id = ${productId} and p.entity_id = ${sellerId} and p.active and p.deleted_at is null and ${ofOwner})
      or exists (select from ${listings} g where g.product_id = ${productId} and g.seller_id = ${sellerId} and g.active and ${ofSeller}))`;
    const inRoom =
      'buyerId' in viewer
        ? sql`(${inSellableRoom} or i.room_type = 'secret_menu' and i.variant_id = any(${secretColumn(sql`${sellerId}`, sql`${viewer.buyerId}::uuid`)}))`
        : inSellableRoom;
    return sql<Row>`
      select b.id, b.batch_id, b.harvested_on::text as harvested_on, b.packaged_on::text as packaged_on, b.expires_on::text as expires_on,
        b.test_status, s.units::float8 as units, s.alike, s.unit, s.step::float8 / ${sql.raw(String(EACH))} as step, k.certificate
      from (
        select l.batch_id, sum(x.quantity - x.reserved_quantity) as units,
          count(distinct coalesce(v.unit || v.step, '')) < 2 as alike, min(v.unit) as unit, min(v.step) as step
        from ${inventoryItems} i join ${inventoryLots} x on x.inventory_item_id = i.id and x.quantity > x.reserved_quantity
          join ${lots} l on l.id = x.lot_id join ${productVariants} v on v.id = i.variant_id
        where i.product_id = ${productId} and i.entity_id = ${sellerId} and ${inRoom} and not i.closed
          and ${'buyerId' in viewer ? isOffered : visibleItems(viewer)}
        group by l.batch_id
      ) s join ${batches} b on b.id = s.batch_id join ${entities} e on e.id = ${sellerId}
        left join lateral (
          select json_build_object('lab', c.lab, 'date', c.date, 'thc_percentage', c.extracted -> 'thc_percentage',
            'cbd_percentage', c.extracted -> 'cbd_percentage', 'result', c.extracted -> 'result') as certificate
          from ${productCoas} c where ${certifiesBatch(sql`e.id`)} order by c.created_at desc, c.id desc limit 1) k on true
      where ${blockReason()} is null
      order by b.expires_on nulls last, b.packaged_on nulls last, b.id limit ${MOST}`;
  },
);
