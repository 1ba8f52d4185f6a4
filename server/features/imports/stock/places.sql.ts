import { sql } from 'drizzle-orm';
import type { WeightUnit } from '../../../kernel/weights';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { externalIds } from '../../entities/external-ids/tables';
import { entities, locations } from '../../entities/tables';
import { inventoryItems, inventoryLots } from '../../inventory/tables';
import { blockReason } from '../../lots/queries.sql';
import { batches, lots } from '../../lots/tables';
import { products, productVariants } from '../../products/tables';
import type { KnownLocation } from '../lines/locations';

export interface PresentStock extends Record<string, unknown> {
  id: string;
  quantity: number;
  reserved_quantity: number;
  /** Of these, units of lots. */
  lot_quantity: number;
  lot_reserved: number;
}

export interface VariantRow {
  sku: string;
  variant_id: string;
  product_name: string;
  unit: WeightUnit | null;
  step: number | null;
}

export const reachableLocations = statement(
  [
    [ID, [ID]],
    [ID, null],
  ],
  (entityId: string, locationIds: readonly string[] | null) => sql<KnownLocation>`
      select id, name from ${locations} where entity_id = ${entityId} and deleted_at is null
        and ${locationIds === null ? sql`true` : sql`id = any(${uuids(locationIds)})`}
      order by created_at, id`,
);

export const ownVariants = statement([[ID, ['x']]], (entityId: string, skus: readonly string[]) => {
  const wanted = texts([...new Set(skus)]);
  return sql<VariantRow>`
      select v.sku, v.id as variant_id, p.name as product_name, v.unit, v.step
      from ${productVariants} v join ${products} p on p.id = v.product_id
      where v.entity_id = ${entityId} and v.sku = any(${wanted}) and v.deleted_at is null`;
});

/** Variants of its own by the external ids that a business gave them. */
export const namedVariants = statement(
  [[ID, []]],
  (entityId: string, names: ReadonlyArray<{ system: string; value: string }>) => sql<
    VariantRow & { system: string; value: string }
  >`
    select v.sku, v.id as variant_id, p.name as product_name, v.unit, v.step, n.system, n.value
    from ${externalIds} n join jsonb_to_recordset(${JSON.stringify(names)}::text::jsonb) as g (system text, value text)
        on g.system = n.system and g.value = n.value
      join ${productVariants} v on v.id = n.object_id join ${products} p on p.id = v.product_id
    where n.entity_id = ${entityId} and n.object_type = 'variant' and v.entity_id = ${entityId} and v.deleted_at is null`,
);

export const heldVariants = statement([[ID, ['x']]], (entityId: string, skus: readonly string[]) => {
  const wanted = texts([...new Set(skus)]);
  return sql<VariantRow & { location_id: string }>`
      select distinct i.sku, i.variant_id, i.location_id, i.product_name, v.unit, v.step
      from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id
      where i.entity_id = ${entityId} and i.sku = any(${wanted}) and not i.closed
        and (v.deleted_at is null or i.quantity > 0)`;
});

export const stockAtPlaces = statement(
  [[[ID], [ID], ['x'], ID]],
  (
    locationIds: readonly string[],
    variantIds: readonly string[],
    roomTypes: readonly string[],
    entityId: string,
  ) => sql<PresentStock & { location_id: string; variant_id: string; room_type: string }>`
    select i.id, i.quantity, i.reserved_quantity, i.lot_quantity, i.lot_reserved, i.location_id, i.variant_id, i.room_type from ${inventoryItems} i
    join unnest(${uuids(locationIds)}, ${uuids(variantIds)},
      ${texts(roomTypes)}) as n (location_id, variant_id, room_type)
      on i.location_id = n.location_id and i.variant_id = n.variant_id and i.room_type = n.room_type
    where i.entity_id = ${entityId}`,
);

export const lockStockRows = statement(
  [[['x']]],
  (rowOf: readonly string[]) => sql<PresentStock>`
    select id, quantity, reserved_quantity, lot_quantity, lot_reserved from ${inventoryItems}
    where id = any(${uuids(rowOf)}) order by id for no key update`,
);

/** What of lots is in rows of stock. */
export const lotsInRows = statement(
  [[[ID], [ID]]],
  (itemIds: readonly string[], lotIds: readonly string[]) => sql<{
    item_id: string;
    lot_id: string;
    quantity: number;
    reserved_quantity: number;
  }>`
    select inventory_item_id as item_id, lot_id, quantity, reserved_quantity from ${inventoryLots}
    where inventory_item_id = any(${uuids(itemIds)}) and lot_id = any(${uuids(lotIds)})`,
);

/** Available units of rows that are on hold. */
export const heldInRows = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql<{ item_id: string; units: number }>`
    select x.inventory_item_id as item_id, sum(x.quantity - x.reserved_quantity)::int as units
    from ${inventoryLots} x join ${lots} l on l.id = x.lot_id join ${batches} b on b.id = l.batch_id
      join ${entities} e on e.id = x.entity_id
    where x.inventory_item_id = any(${uuids(itemIds)}) and x.quantity > x.reserved_quantity
      and ${blockReason()} = 'held'
    group by x.inventory_item_id`,
);

export const lockOpenLocations = statement(
  [[['x'], ID]],
  (wanted: readonly string[], entityId: string) => sql<{ id: string }>`
    select id from ${locations} where id = any(${uuids(wanted)}) and entity_id = ${entityId}
      and deleted_at is null order by id for key share`,
);
