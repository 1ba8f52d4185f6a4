import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { blockReason, isMeantBy } from '../../lots/queries.sql';
import { batches, batchReach, lots } from '../../lots/tables';
import { productVariants } from '../../products/tables';
import type { BlockReason } from '../allocation.sql';
import { inventoryItems, inventoryLots } from '../tables';

/** How a file or a POS names a lot: by its id, by batch number and package tag, or by a tag that exists. */
export interface LotName {
  variantId: string;
  /** The row of stock that it is named for; of several lots with one name, that row's is meant. */
  itemId: string | null;
  lotId: string | null;
  /** Printed batch number. */
  batchId: string | null;
  packageTag: string | null;
}

/** What exists under a lot's name. */
export interface FoundLot {
  product_id: string;
  lot_id: string | null;
  /** Of the lot, else the one that a new lot would belong to. */
  batch: string | null;
  batch_id: string | null;
  package_tag: string | null;
  expires_on: string | null;
  blocked: BlockReason | null;
  /** The number of a batch that may be the same; null where one is found, or none resembles it. */
  similar: string | null;
  /** Whether the tag is on another lot of the business, so that a new one can't have it. */
  taken: boolean;
}

const SAMPLE: LotName = { variantId: ID, itemId: ID, lotId: ID, batchId: 'x', packageTag: 'x' };

/**
 * For each name, in order: the lot of the business or in its stock. Of several, the one in the named row of stock, then
 * the business's own, then the variant's. Keys of numbers are made once each, and of a batch with many packages only those of
 * the tag are looked at.
 */
export const lotsByName = statement([[ID, [SAMPLE]]], (entityId: string, names: readonly LotName[]) => {
  const given = sql`unnest(${uuids(names.map((name) => name.variantId))}, ${uuids(names.map((name) => name.itemId))},
    ${uuids(names.map((name) => name.lotId))}, ${texts(names.map((name) => name.batchId))},
    ${texts(names.map((name) => name.packageTag))}) with ordinality`;
  const inStock = sql`exists (select from ${inventoryLots} x where x.lot_id = l.id and x.entity_id = ${entityId})`;
  return sql<FoundLot>`
    with named as materialized (
      select g.*, v.product_id, batch_number_key(g.batch_id) as number_key
      from ${given} as g (variant_id, item_id, lot_id, batch_id, package_tag, n) join ${productVariants} v on v.id = g.variant_id
    )
    select n.product_id, k.id as lot_id, b.id as batch, b.batch_id, k.package_tag, b.expires_on::text as expires_on,
      ${blockReason()} as blocked, k.id is null and exists (
        select from ${lots} l where l.entity_id = e.id and l.package_tag = n.package_tag) as taken,
      case when coalesce(k.batch, a.id) is null then (
        select o.batch_id from ${batches} o where o.product_id = n.product_id and o.loose_key = (select batch_loose_key(n.batch_id))
          and exists (select from ${batchReach} z where z.entity_id = e.id and z.batch_id = o.id)
        order by o.id limit 1) end as similar
    from named n join ${entities} e on e.id = ${entityId}
      left join lateral (
        select l.id, l.batch_id as batch, l.package_tag from (
          select n.lot_id as id
          union select l.id from ${lots} l where l.entity_id = e.id and l.package_tag = n.package_tag
          union select l.id from ${batches} b join ${lots} l on l.batch_id = b.id
            where b.product_id = n.product_id and b.number_key = n.number_key and l.package_tag = n.package_tag
          union select l.id from ${batches} b join ${lots} l on l.batch_id = b.id
            where b.product_id = n.product_id and b.number_key = n.number_key and n.package_tag is null and l.package_tag is null
          union select l.id from ${inventoryItems} i join ${inventoryLots} x on x.inventory_item_id = i.id
              join ${lots} l on l.id = x.lot_id
            where i.variant_id = n.variant_id and i.entity_id = e.id and n.batch_id is null
              and l.package_tag is not distinct from n.package_tag
        ) c join ${lots} l on l.id = c.id join ${batches} b on b.id = l.batch_id
        where b.product_id = n.product_id and (l.variant_id is null or l.variant_id = n.variant_id)
          and (n.batch_id is null or b.number_key = n.number_key)
          and case when n.lot_id is null then l.package_tag is not distinct from n.package_tag
            else l.id = n.lot_id and (n.package_tag is null or l.package_tag = n.package_tag) end
          and (l.entity_id = e.id or ${inStock})
        order by exists (select from ${inventoryLots} x
            where x.inventory_item_id = n.item_id and x.lot_id = l.id and x.quantity > 0) desc,
          l.entity_id = e.id desc, l.variant_id is null, l.created_at, l.id
        limit 1
      ) k on true
      left join lateral (
        select b.id from ${batches} b
        where k.id is null and b.product_id = n.product_id and b.number_key = n.number_key and ${isMeantBy(sql`e.id`)}
        order by b.adopted desc, b.batch_id = n.batch_id desc, b.duplicate_of is not null, b.id limit 1
      ) a on true
      left join ${batches} b on b.id = coalesce(k.batch, a.id)
    order by n.n`;
});

/** Batches with their state under the lock: none is held, merged or recalled meanwhile. */
export const lockBatches = statement(
  [[ID, [ID]]],
  (entityId: string, ids: readonly string[]) => sql<{
    id: string;
    expires_on: string | null;
    blocked: BlockReason | null;
  }>`
    select b.id, b.expires_on::text as expires_on, ${blockReason()} as blocked
    from ${batches} b join ${entities} e on e.id = ${entityId} where b.id = any(${uuids(ids)})
    order by b.id for share of b`,
);
