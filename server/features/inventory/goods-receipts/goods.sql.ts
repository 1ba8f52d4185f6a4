import { sql } from 'drizzle-orm';
import type { WeightUnit } from '../../../kernel/weights';
import { texts, uuids } from '../../../platform/db/listing';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { sellersOf } from '../../entities/connections/queries';
import { accounts } from '../../entities/customers/tables';
import { externalIds } from '../../entities/external-ids/tables';
import { batches, lotReach, lots } from '../../lots/tables';
import { listedBy } from '../../products/listings/queries.sql';
import { type Reader, visibleProducts } from '../../products/queries.sql';
import { products, productVariants } from '../../products/tables';
import { inventoryItems } from '../tables';

/** By what a variant was found; of a scanned code the first of these that finds any decides. */
export type FoundBy = 'variant_id' | 'sku' | 'external_id' | 'tag';

export interface FoundGoods {
  found_by: FoundBy;
  name: string;
  variant_id: string;
  variant_name: string;
  product_id: string;
  product_name: string;
  own: boolean;
  category: string;
  unit: WeightUnit | null;
  /** In ten-thousandths of the unit; null where it is sold each. */
  step: number | null;
}

export interface GoodsNames {
  variantIds: readonly string[];
  /** SKUs, and codes that may be one. */
  skus: readonly string[];
  scans: readonly string[];
}

/** The goods that a business can mean by ids, SKUs and codes: its own, and what its list of products shows (decision 15). */
export const goodsByName = statement(
  [[OWNER, { variantIds: [ID], skus: ['x'], scans: ['x'] }]],
  (reader: Reader, { variantIds, skus, scans }: GoodsNames) => {
    const me = reader.entity.id;
    return sql<FoundGoods>`
    with found as materialized (
      select 'variant_id' as found_by, v.id::text as name, v.id from ${productVariants} v where v.id = any(${uuids(variantIds)})
      union select 'sku', v.sku, v.id from ${productVariants} v where v.sku = any(${texts(skus)}) and v.entity_id = any(array(
        select ${me}::uuid union all select x.id from ${sellersOf(me)} x
        union all select a.seller_id from ${accounts} a where a.buyer_id = ${me}))
      union select 'sku', i.sku, i.variant_id from ${inventoryItems} i where i.entity_id = ${me} and i.sku = any(${texts(skus)})
      union select 'sku', g.sku, g.variant_id from ${listedBy(sellersOf(me), me)} and g.sku = any(${texts(skus)})
      union select 'external_id', n.value, n.object_id from ${externalIds} n
        where n.entity_id = ${me} and n.object_type = 'variant' and n.value = any(${texts(scans)})
      union select 'tag', l.package_tag, v.id from ${lots} l join ${lotReach} z on z.lot_id = l.id and z.entity_id = ${me}
        join ${batches} b on b.id = l.batch_id
        join ${productVariants} v on v.product_id = b.product_id and (l.variant_id is null or v.id = l.variant_id)
        where l.package_tag = any(${texts(scans)})
    )
    select f.found_by, f.name, v.id as variant_id, v.name as variant_name, p.id as product_id, p.name as product_name,
      p.entity_id = ${me} as own, p.category, v.unit, v.step
    from found f join ${productVariants} v on v.id = f.id and v.deleted_at is null join ${products} p on p.id = v.product_id
    where ${visibleProducts(reader)} order by f.name, v.id`;
  },
);

/** Keeps the units and steps of variants until the transaction ends. Nothing arrives of one that was deleted: its rows are closed. */
export const lockGoods = statement(
  [[[ID]]],
  (variantIds: readonly string[]) => sql<{ id: string; step: number | null }>`
    select v.id, v.step from ${productVariants} v where v.id = any(${uuids(variantIds)})
    order by v.id for key share of v`,
);
