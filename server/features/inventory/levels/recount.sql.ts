import { type SQL, sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { blockReason } from '../../lots/queries.sql';
import { batches, batchNotes, lots } from '../../lots/tables';
import { products, productVariants } from '../../products/tables';
import { SELLABLE_ROOMS } from '../item-columns';
import { inventoryItems, inventoryLots, stockLevels } from '../tables';

/** SQL: units of the level `s` that are held, expired or failed. */
const BLOCKED_NOW = sql`(
  select coalesce(sum(x.quantity - x.reserved_quantity), 0)
  from ${inventoryItems} i join ${inventoryLots} x on x.inventory_item_id = i.id join ${lots} l on l.id = x.lot_id
    join ${batches} b on b.id = l.batch_id join ${entities} e on e.id = i.entity_id
  where i.location_id = s.location_id and i.variant_id = s.variant_id and i.room_type in ${SELLABLE_ROOMS}
    and i.lot_quantity > i.lot_reserved and x.quantity > x.reserved_quantity and ${blockReason()} is not null)`;

/** SQL: the levels that have units in rows of stock. */
const levelsOf = (itemIds: readonly string[]): SQL => sql`(s.location_id, s.variant_id) in (
  select i.location_id, i.variant_id from ${inventoryItems} i where i.id = any(${uuids(itemIds)}))`;

export const lockLevels = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql`
    select from ${stockLevels} s where ${levelsOf(itemIds)} order by s.location_id, s.variant_id for no key update`,
);

export interface Recounted {
  location_id: string;
  variant_id: string;
  /** What the location can sell. */
  level: number;
  /** Units that were not blocked before, or fewer than none. */
  newly_blocked: number;
}

/**
 * The levels must be locked: this statement's counts are then of everything that was committed before. An item has one level,
 * which the limit says: without it PostgreSQL expects ten times as many levels, and reads all there are to write the 2,000 of a recall.
 */
export const recountBlocked = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql<Recounted>`
    with counted as materialized (
      select s.location_id, s.variant_id, s.blocked, ${BLOCKED_NOW} as blocked_now from ${stockLevels} s
      where ${levelsOf(itemIds)}
    )
    update ${stockLevels} s set blocked = c.blocked_now from (select * from counted limit ${itemIds.length}) c
    where s.location_id = c.location_id and s.variant_id = c.variant_id and c.blocked <> c.blocked_now
    returning s.location_id, s.variant_id, (s.available - s.blocked)::float8 as level,
      (c.blocked_now - c.blocked)::float8 as newly_blocked`,
);

/** Items of the level of a location and SKU. */
export const itemsOfLevels = statement(
  [[[ID], ['sku']]],
  (locationIds: readonly string[], skus: readonly string[]) => sql<{ id: string }>`
    select i.id from ${inventoryItems} i
    where (i.location_id, i.sku) in (select * from unnest(${uuids(locationIds)}, ${texts(skus)}))`,
);

export const openMissing = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql`
    insert into ${stockLevels} (entity_id, location_id, variant_id, product_id, product_name, category, sku, package_mg)
    select distinct i.entity_id, i.location_id, i.variant_id, i.product_id, i.product_name, p.category, i.sku,
      package_weight(v.weight, v.weight_unit)
    from ${inventoryItems} i join ${products} p on p.id = i.product_id join ${productVariants} v on v.id = i.variant_id
    where i.id = any(${uuids(itemIds)}) order by i.location_id, i.variant_id
    on conflict (location_id, variant_id) do nothing`,
);

/** The levels must be locked, as for `recountBlocked`. */
export const recountRooms = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql`
    with counted as materialized (
      select i.location_id, i.variant_id, sum(i.quantity) as quantity, sum(i.reserved_quantity) as reserved,
        coalesce(sum(i.quantity - i.reserved_quantity) filter (where i.room_type in ${SELLABLE_ROOMS}), 0) as available,
        sum(i.quantity * i.average_cost) as worth, min(f.expires_on) as expires_on
      from ${stockLevels} s join ${inventoryItems} i using (location_id, variant_id) left join lateral (
        select min(b.expires_on) as expires_on from ${inventoryLots} x join ${lots} l on l.id = x.lot_id
          join ${batches} b on b.id = l.batch_id where x.inventory_item_id = i.id and x.quantity > 0) f on true
      where ${levelsOf(itemIds)} group by i.location_id, i.variant_id
    )
    update ${stockLevels} s set quantity = c.quantity, reserved_quantity = c.reserved, available = c.available,
      worth = c.worth, expires_on = c.expires_on
    from counted c where s.location_id = c.location_id and s.variant_id = c.variant_id`,
);

/** Levels without any row of stock. */
export const dropEmpty = statement(
  [[]],
  () => sql`
    delete from ${stockLevels} s where not exists (
      select from ${inventoryItems} i where i.location_id = s.location_id and i.variant_id = s.variant_id)`,
);

/** Items with units of batches in rooms that sell. */
export const itemsOfBatches = statement(
  [[[ID]]],
  (batchIds: readonly string[]) => sql<{ id: string }>`
    select distinct i.id from ${lots} l join ${inventoryLots} x on x.lot_id = l.id and x.quantity > 0
      join ${inventoryItems} i on i.id = x.inventory_item_id
    where l.batch_id = any(${uuids(batchIds)}) and i.room_type in ${SELLABLE_ROOMS}`,
);

/** Items with units of a batch that expired within three days and that their level counts as sold yet. */
export const itemsExpired = statement(
  [[ID, 1]],
  (after: string, limit: number) => sql<{ id: string }>`
    select distinct i.id from (
        select b.id, b.expires_on, null::uuid as holder from ${batches} b
        union all select n.batch_id, n.expires_on, n.entity_id from ${batchNotes} n
      ) b join ${lots} l on l.batch_id = b.id
      join ${inventoryLots} x on x.lot_id = l.id and x.quantity > x.reserved_quantity
      join ${inventoryItems} i on i.id = x.inventory_item_id join ${entities} e on e.id = i.entity_id
    where b.expires_on between current_date - 4 and current_date
      and b.expires_on < (now() at time zone e.timezone)::date and (b.holder is null or b.holder = e.id)
      and i.room_type in ${SELLABLE_ROOMS} and i.id > ${after}
    order by i.id limit ${limit}`,
);
