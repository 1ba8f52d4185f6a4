import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { askedIds, checkedOn, ints, isAmong, texts, uuids } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { products, productVariants } from '../products/tables';
import { afterBatches, batchesFirst } from './allocation.sql';
import { visibleItems } from './queries.sql';
import { inventoryItems, stockLevels } from './tables';

export interface Present {
  id: string;
  quantity: number;
  reserved_quantity: number;
}

export const lockItems = statement(
  [
    [[ID], OWNER],
    [[ID], LIMITED],
  ],
  (ids: readonly string[], actor: Actor) => {
    const mine = sql`${isAmong(sql`i.id`, ids)} and ${checkedOn(visibleItems(actor))}`;
    return sql<Present>`
    ${batchesFirst(mine)}
    select i.id, i.quantity, i.reserved_quantity from ${inventoryItems} i
    where ${mine} and ${afterBatches} order by i.id for no key update of i`;
  },
);

/** The steps of what items are of, in ten-thousandths; null where it is sold each. They stay until the transaction ends. */
export const lockSteps = statement(
  [
    [[ID], OWNER],
    [[ID], LIMITED],
  ],
  (ids: readonly string[], actor: Actor) => sql<{ id: string; step: number | null }>`
    select i.id, v.step from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id
    where ${isAmong(sql`i.id`, ids)} and ${checkedOn(visibleItems(actor))} order by v.id for key share of v`,
);

export const balanceOf = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) => sql<{ quantity: number; reserved_quantity: number }>`
    select i.quantity, i.reserved_quantity from ${inventoryItems} i where i.id = ${id} and ${visibleItems(actor)}`,
);

/** What decides whether an item can take a move, and what its location can sell of the variant, under their locks. */
export interface FreeBalance extends Record<string, unknown> {
  id: string;
  location_id: string;
  variant_id: string;
  quantity: number;
  reserved_quantity: number;
  lot_quantity: number;
  lot_reserved: number;
  closed: boolean;
  level: number;
}

/** Locks items with their levels, except for those that another transaction has locked: it never waits. */
export const lockFreeBalances = statement(
  [
    [[ID], OWNER],
    [[ID, ID], LIMITED],
  ],
  (ids: readonly string[], actor: Actor) => sql<FreeBalance>`
    select i.id, i.location_id, i.variant_id, i.quantity, i.reserved_quantity, i.lot_quantity, i.lot_reserved, i.closed,
      (l.available - l.blocked)::float8 as level
    from ${askedIds(ids)} join ${inventoryItems} i on i.id = asked.id
      join ${stockLevels} l on l.location_id = i.location_id and l.variant_id = i.variant_id
    where ${checkedOn(visibleItems(actor))} for no key update of i, l skip locked`,
);

export const rowsAtPlaces = statement(
  [[[ID], ['x'], [ID], ID]],
  (
    locationIds: readonly string[],
    roomTypes: readonly string[],
    variantIds: readonly string[],
    entityId: string,
  ) => {
    return sql<{
      id: string;
      location_id: string;
      room_type: string;
      variant_id: string;
    }>`
    select i.id, i.location_id, i.room_type, i.variant_id from ${inventoryItems} i
    join unnest(${uuids(locationIds)}, ${texts(roomTypes)}, ${uuids(variantIds)}) as n (location_id, room_type, variant_id)
      on i.location_id = n.location_id and i.variant_id = n.variant_id and i.room_type = n.room_type
    where i.entity_id = ${entityId}`;
  },
);

export const insertMissingRows = statement(
  [[{ entityId: ID, ids: [ID], locationIds: [ID], roomTypes: ['x'], variantIds: [ID] }]],
  ({
    entityId,
    ids,
    locationIds,
    roomTypes,
    variantIds,
  }: {
    entityId: string;
    ids: readonly string[];
    locationIds: readonly string[];
    roomTypes: readonly string[];
    variantIds: readonly string[];
  }) => {
    return sql`
    insert into ${inventoryItems} (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku)
    select n.id, ${entityId}, n.location_id, n.room_type, p.id, p.name, v.id, v.sku
    from unnest(${uuids(ids)}, ${uuids(locationIds)}, ${texts(roomTypes)}, ${uuids(variantIds)})
      with ordinality as n (id, location_id, room_type, variant_id, position)
    join ${productVariants} v on v.id = n.variant_id join ${products} p on p.id = v.product_id
    order by n.position
    on conflict (location_id, variant_id, room_type) do nothing`;
  },
);

/** A reported cost becomes the last cost, and the average cost of units whose cost was unknown. */
export const markItemsSynced = statement(
  [[[]]],
  (counts: ReadonlyArray<{ itemId: string; unitCostCents: number | null }>) => {
    const ids = uuids(counts.map((count) => count.itemId));
    const costs = ints(counts.map((count) => count.unitCostCents ?? -1));
    return sql`
    update ${inventoryItems} i set last_sync = now(), synced_at = now(),
      unit_cost_cents = case when s.cost < 0 then i.unit_cost_cents else s.cost end,
      average_cost = case when s.cost > 0 and i.average_cost = 0 then s.cost / 100.0 else i.average_cost end
    from unnest(${ids}, ${costs}) as s (id, cost) where i.id = s.id`;
  },
);
