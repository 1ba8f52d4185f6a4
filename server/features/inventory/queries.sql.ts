import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { listedIds } from '../../kernel/params';
import { EACH } from '../../kernel/weights';
import { newestFirst } from '../../platform/db/collection';
import { allOf, byName, instant, isAmong, texts, uuids } from '../../platform/db/listing';
import type { TextRow } from '../../platform/db/resource';
import { pageOf } from '../../platform/db/rows.sql';
import { ID, LIMITED, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { readingsOf, type Walked, type WalkedList } from '../../platform/db/walk';
import { entities, locations } from '../entities/tables';
import { blockReason, hasCertificate } from '../lots/queries.sql';
import { batches, lots } from '../lots/tables';
import { secretColumn } from '../pricing/shown/queries.sql';
import { isKnownCategory } from '../products/queries.sql';
import { inUnits } from '../products/resource';
import { foundVariants } from '../products/search/queries.sql';
import { productReach, products, productVariants } from '../products/tables';
import {
  blockedUnits,
  itemColumns,
  itemJoins,
  itemLots,
  itemText,
  provenLots,
  reorderPointOf,
  SELLABLE_ROOMS,
  unitPriceCents,
} from './item-columns';
import { movement } from './resource';
import type { INVENTORY_SORTS, InventoryItem, ListInventory } from './schema';
import { inventoryItems, inventoryLots, retailPrices, stockLevels } from './tables';
import { STOCK_CATEGORIES, STOCK_FLOWS, STOCK_TOTALS } from './totals/rollups.sql';
import { variantChanges, variantsInStock } from './totals/tables';
import { levelsWanted } from './wanted/tables';

export { blockedUnits } from './item-columns';

export type ItemView = z.infer<typeof InventoryItem>;

export interface ItemColumns
  extends Record<string, unknown>,
    Omit<
      ItemView,
      | 'available_quantity'
      | 'amount'
      | 'sellable_quantity'
      | 'unassigned_quantity'
      | 'lots'
      | 'unit_cost'
      | 'unit_price'
    > {
  unit_cost_cents: number;
  unit_price_cents: number;
  /** Units that lots claim. */
  lot_quantity: number;
}

export interface ItemRow extends ItemColumns {
  /** Null when there are none. */
  lots: ItemLot[] | null;
}

interface ItemText extends TextRow {
  id: string;
}

/** A lot in an item, with what keeps its units from being sold. */
export type ItemLot = ItemView['lots'][number];

/** SQL: the stock (alias `i`) that a member may see: their business's, in the locations they are limited to. The only way to a row. */
export function visibleItems({ entity, locationIds }: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const own = sql`i.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and i.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

/** SQL: the number of a business's own variants, deleted ones too, that one of its locations can sell. */
export const keptInStock = (entityId: string) => sql`(
  (select count(*) from ${variantsInStock} where entity_id = ${entityId} and levels > 0)
  + (select coalesce(sum((coalesce(k.levels, 0) + c.levels > 0)::int - (coalesce(k.levels, 0) > 0)::int), 0)
    from (select entity_id, variant_id, sum(levels) as levels from ${variantChanges} where entity_id = ${entityId} group by 1, 2) c
      left join ${variantsInStock} k on k.entity_id = c.entity_id and k.variant_id = c.variant_id))`;

/**
 * SQL: rows (`location_id`, `room_type`, `items`, `units`, `worth`) to add up for a member, as `t`: what is folded in, and
 * what isn't yet.
 */
export function totalsInReach(viewer: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  return sql`${STOCK_TOTALS.rows(inReach(viewer))} t`;
}

/**
 * SQL: rows (`location_id`, `room_type`, `unit`, `step`, `items`, `units`) of the stock by weight that a member may see, as `w`; an
 * index of variants finds it, and most businesses have nothing of it.
 */
export const weighedInReach = (viewer: Pick<Actor, 'entity' | 'locationIds'>): SQL => sql`(
  select i.location_id, i.room_type, v.unit, v.step::float8 / ${sql.raw(String(EACH))} as step, count(*) as items, sum(i.quantity) as units
  from ${productVariants} v join ${inventoryItems} i on i.variant_id = v.id
  where v.step is not null and ${visibleItems(viewer)} group by i.location_id, i.room_type, v.unit, v.step) w`;

/** SQL: such rows as JSON, for `partsOfSum`. */
export const weighedParts = sql`coalesce(json_agg(json_build_object('unit', w.unit, 'step', w.step, 'items', w.items, 'units', w.units)
  order by w.unit, w.step), '[]')`;

/** SQL: the same of the goods of a category, with `items` alone. */
export function categoryInReach(viewer: Pick<Actor, 'entity' | 'locationIds'>, category: string): SQL {
  return sql`${STOCK_CATEGORIES.rows(sql`${inReach(viewer)} and category = ${category}`)} t`;
}

function inReach({ entity, locationIds }: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  return allOf([
    sql`entity_id = ${entity.id}`,
    locationIds === null ? undefined : sql`location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`,
  ]);
}

/**
 * SQL: rows (`location_id`, `room_type`, `worth`, `sold_units`, `sold_worth`) to add up for a member, as `f`: how the value
 * of stock changed since the beginning of a day, and what was sold.
 */
export function flowsInReach(
  viewer: Pick<Actor, 'entity' | 'locationIds'>,
  startDay: string,
  timezone: string,
): SQL {
  const mine = sql`${inReach(viewer)} and moved_at >= (${startDay}::timestamp at time zone ${timezone})`;
  return sql`${STOCK_FLOWS.rows(mine)} f`;
}

/** SQL: of that, what is listed: rows of a deleted product or variant only as long as they hold units (decision 45). */
export function listedItems(actor: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const deleted = sql`select 1 from ${productVariants} d where d.id = i.variant_id and d.deleted_at is not null`;
  return sql`${visibleItems(actor)} and (i.quantity > 0 or not exists (${deleted}))`;
}

/** SQL: the rows `i` of rooms that orders take from. */
export const inSellableRoom = sql`i.room_type in ${SELLABLE_ROOMS}`;

/**
 * SQL: of the stock `i` of a business, what is low: the vault and sales-floor rows whose location has less than the
 * threshold to sell in both together.
 * @param threshold in place of the business's own
 */
export function lowItems({ entity }: Pick<Actor, 'entity'>, threshold = entity.lowStockThreshold): SQL {
  return sql`i.room_type in ${SELLABLE_ROOMS} and not i.closed
    and (i.location_id, i.variant_id) in (${levelsBelow(entity.id, threshold)})`;
}

/**
 * SQL: the keys of a business's levels that have less to sell than the variant's threshold, or than this one where the
 * variant has none. The band, which an index has, leaves out nearly all others.
 */
export function levelsBelow(entityId: string, threshold: number): SQL {
  return sql`select s.location_id, s.variant_id from ${stockLevels} s
    where s.entity_id = ${entityId} and ${isBelow(entityId, threshold)}`;
}

/**
 * SQL: the same of a level `s`. Bands, and variants and levels with a higher threshold, are in indexes; few variants have their own, and
 * what a location wants of one comes before both (decision 466).
 */
export function isBelow(entityId: string, threshold: number): SQL {
  const own = sql`${productVariants} t where t.entity_id = ${entityId} and t.low_stock_threshold is not null`;
  return sql`(s.band <= stock_band(${threshold}::bigint)
      or s.variant_id = any(array(select t.id from ${own} and t.low_stock_threshold > ${threshold}::bigint))
      or s.variant_id = any(array(select w.variant_id from ${levelsWanted} w
        where w.entity_id = ${entityId} and w.reorder_point > ${threshold}::bigint)))
    and s.available - s.blocked < coalesce(${reorderPointOf('s')}, case when s.variant_id in (select t.id from ${own})
      then (select t.low_stock_threshold from ${productVariants} t where t.id = s.variant_id) else ${threshold}::bigint end)`;
}

export const INVENTORY: WalkedList<(typeof INVENTORY_SORTS)[number]> = {
  name: 'inventory',
  from: sql`${inventoryItems} i`,
  id: sql`i.id`,
  sorts: {
    product_name: byName(sql`i.product_name`),
    sku: sql`i.sku`,
    room_type: sql`i.room_type`,
    quantity: sql`i.quantity`,
    reserved_quantity: sql`i.reserved_quantity`,
    available_quantity: sql`i.quantity - i.reserved_quantity`,
    unit_cost: sql`i.unit_cost_cents`,
    average_cost: sql`i.average_cost`,
    unit_price: unitPriceCents,
    last_sync: sql`i.last_sync`,
    synced_at: sql`i.synced_at`,
    created_at: sql`i.created_at`,
  },
  keys: { product_name: 'text', created_at: 'timestamptz' },
  fallback: 'product_name',
  joins: {
    unit_price: sql`join ${productVariants} v on v.id = i.variant_id
      left join ${retailPrices} r on r.entity_id = i.entity_id and r.variant_id = i.variant_id`,
  },
  ties: { room_type: [{ column: byName(sql`i.product_name`), type: 'text' }] },
  nullable: ['synced_at'],
};

/** The same for `itemTexts`, which needs no second look at the rows of a first page. */
export const INVENTORY_TEXTS: typeof INVENTORY = { ...INVENTORY, row: sql`i.*` };

/** SQL: a union, so that each side reads its own index. */
export function changedSince({ entity }: Actor, moment: string): SQL {
  const at = instant(moment);
  return sql`i.id = any(array(
    select x.id from ${inventoryItems} x where x.entity_id = ${entity.id} and x.updated_at >= ${at}
    union all
    select x.id from ${productVariants} v join ${inventoryItems} x on x.variant_id = v.id and x.entity_id = ${entity.id}
      where v.updated_at >= ${at}))`;
}

/** SQL: items or levels of a business by the words of their goods: no movement adds an entry to those indexes (decision 801). */
export function isNamed(variantId: SQL, entityId: SQL, search: string): SQL {
  const isKnown = (ownerId: SQL, productId: SQL) => sql`(${ownerId} = ${entityId} or exists (
    select from ${productReach} z where z.entity_id = ${entityId} and z.product_id = ${productId}))`;
  return sql`${variantId} = any(array(select f.id from ${foundVariants(search, isKnown)} f))`;
}

/** SQL: the stock of a member that matches the filters of a list. */
export function itemConditions(actor: Actor, input: z.infer<typeof ListInventory>): SQL {
  return allOf([
    listedItems(actor),
    input.location_id ? sql`i.location_id = ${input.location_id}` : undefined,
    input.room_type ? sql`i.room_type = ${input.room_type}` : undefined,
    input.product_id ? sql`i.product_id = ${input.product_id}` : undefined,
    input.sku ? sql`i.sku = ${input.sku}` : undefined,
    input.ids ? sql`i.id = any(${uuids(listedIds(input.ids))})` : undefined,
    input.category
      ? sql`exists (select 1 from ${products} p where p.id = i.product_id and p.category = ${input.category})`
      : undefined,
    input.low_stock ? lowItems(actor, input.low_stock_threshold) : undefined,
    input.search ? isNamed(sql`i.variant_id`, sql`${actor.entity.id}::uuid`, input.search) : undefined,
    input.updated_since ? changedSince(actor, input.updated_since) : undefined,
  ]);
}

const FILTERS: z.infer<typeof ListInventory> = {
  limit: 1,
  location_id: ID,
  room_type: 'vault',
  product_id: ID,
  sku: 'x',
  ids: ID,
  category: 'flower',
  low_stock: true,
  low_stock_threshold: 1,
  search: 'x',
  updated_since: TIME,
};

export const itemsWhere = statement(
  [[sql`i.id = ${ID} and ${visibleItems(LIMITED)}`]],
  (where: SQL) => sql<ItemRow>`
    select ${itemColumns()}, ${itemLots} from ${inventoryItems} i ${itemJoins} where ${where}`,
);

/** An item that a member asks for, by whom. */
export type AskedItem = { id: string } & Pick<Actor, 'entity' | 'locationIds'>;

const askedItem = (actor: Pick<Actor, 'entity' | 'locationIds'>): AskedItem => ({ ...actor, id: ID });

const ITEM_AND_LOTS = sql`${itemColumns()}, ${itemLots}`;
// As many rows as PostgreSQL expects, so that it keeps the plan (`askedIds`).
const ASKED_SIZES = [1, 2, 4, 8, 16].map((most) => ({ most, limit: sql.raw(`limit ${most}`) }));
const OF_ASKED = sql`
        cross join lateral (select * from ${inventoryItems} x where x.id = a.id offset 0) i
        cross join lateral (select id, timezone, low_stock_threshold from ${entities} where id = a.entity_id offset 0) e
        cross join lateral (select * from ${productVariants} x where x.id = i.variant_id offset 0) v
        cross join lateral (select category, images from ${products} x where x.id = i.product_id offset 0) p
        left join ${retailPrices} r on r.entity_id = i.entity_id and r.variant_id = i.variant_id
      where i.entity_id = a.entity_id and (a.places is null or i.location_id = any(a.places::uuid[]))`;

/** Rows of `itemsWhere` for several members at once, each by the same rule as `visibleItems`; `n` is whose it is. */
export const itemsAsked = statement(
  [1, 2, 4, 8, 16, 17].map((count): [AskedItem[]] => [Array<AskedItem>(count).fill(askedItem(LIMITED))]),
  (asked: readonly AskedItem[]) => {
    const places = asked.map(({ locationIds }) => locationIds && `{${locationIds.join(',')}}`);
    const { limit } = ASKED_SIZES.find(({ most }) => asked.length <= most) ?? { limit: sql`` };
    return sql<ItemRow & { n: number }>`
      select a.n, ${ITEM_AND_LOTS}
      from (select unnest(${uuids(asked.map(({ id }) => id))}) as id, unnest(${uuids(asked.map(({ entity }) => entity.id))}) as entity_id,
          unnest(${texts(places)}) as places, generate_series(0, ${asked.length - 1}::int) as n ${limit}) a ${OF_ASKED}`;
  },
);

const TEXT_AND_PROOF = sql`i.id, ${itemText} as text, ${isKnownCategory(sql`p.category`)} and ${provenLots} as proven`;
const WHOLE_ROW = sql`select page.*`;
const ROW_OF_PAGE = sql`select * from ${inventoryItems} x where x.id = page.id offset 0`;
const BESIDE_ITEM = sql`
      cross join lateral (select * from ${productVariants} x where x.id = i.variant_id offset 0) v
      cross join lateral (select category, images from ${products} x where x.id = i.product_id offset 0) p
      left join ${retailPrices} r on r.entity_id = i.entity_id and r.variant_id = i.variant_id
      left join ${stockLevels} s on s.location_id = i.location_id and s.variant_id = i.variant_id
      cross join lateral (select ${itemLots} offset 0) z`;

/**
 * The same as JSON text in the order of the schema (decision 260). `offset 0` reads a row's parts by their keys, in the
 * order of the page.
 * @param holder of all of them; its settings are read with the session
 * @param isWhole whether the page has the columns of its rows
 */
export const itemTexts = statement(
  readingsOf(INVENTORY_TEXTS).map(({ page, pageOrder, isWhole }): [SQL, SQL, Actor, SQL, boolean] => [
    page(itemConditions(LIMITED, FILTERS)),
    pageOrder,
    LIMITED,
    sql`0`,
    isWhole,
  ]),
  (page: SQL, order: SQL, { entity }: Pick<Actor, 'entity'>, total: SQL, isWhole: boolean) => sql<
    ItemText & Walked
  >`
    select page.walk_key, (${total})::int as walk_total, ${TEXT_AND_PROOF}
    from ${page} cross join (select ${entity.id}::uuid as id, ${entity.timezone}::text as timezone,
        ${entity.lowStockThreshold}::bigint as low_stock_threshold) e
      cross join lateral (${isWhole ? WHOLE_ROW : ROW_OF_PAGE}) i ${BESIDE_ITEM} ${order}`,
);

/** SQL: the lots of items as rows `i`, and the units without a lot as one more; an item without lots is one row. */
const LOT_ROWS = sql`(
  select o.id, o.entity_id, o.product_id, o.product_name, o.variant_id, o.sku, o.location_id, o.room_type, o.closed,
    o.unit_cost_cents, o.average_cost, o.last_sync, o.synced_at, o.created_at, o.updated_at,
    y.lot_id, y.quantity, y.reserved_quantity, y.lot_quantity
  from ${inventoryItems} o cross join lateral (
    select x.lot_id, x.quantity, x.reserved_quantity, x.quantity as lot_quantity from ${inventoryLots} x
    where x.inventory_item_id = o.id and x.quantity > 0
    union all
    select null, o.quantity - o.lot_quantity, o.reserved_quantity - o.lot_reserved, 0
    where o.quantity > o.lot_quantity or o.lot_quantity = 0
  ) y) i`;

/** Read by page only: a cursor names one id. */
export const INVENTORY_BY_LOT: typeof INVENTORY = {
  ...INVENTORY,
  name: 'inventory by lot',
  from: LOT_ROWS,
  id: sql`i.id`,
  secondId: sql`i.lot_id`,
  keys: {},
};

const lotOfRow = sql`(select json_build_array(json_build_object('lot_id', l.id, 'batch', b.id, 'batch_id', b.batch_id,
    'package_tag', l.package_tag, 'expires_on', b.expires_on, 'quantity', i.quantity, 'amount', ${inUnits(sql`i.quantity`)},
    'reserved_quantity', i.reserved_quantity, 'has_coa', ${hasCertificate}, 'blocked', ${blockReason()}))
  from ${lots} l join ${batches} b on b.id = l.batch_id where l.id = i.lot_id) as lots`;

export const lotsFrom = statement(
  readingsOf(INVENTORY_BY_LOT).map(({ page, order }): [SQL, SQL] => [
    page(itemConditions(LIMITED, FILTERS)),
    order,
  ]),
  (page: SQL, order: SQL) => sql<ItemRow & Walked>`
    select page.walk_key, ${itemColumns()}, ${lotOfRow} from ${page}
      join ${LOT_ROWS} on i.id = page.id and i.lot_id is not distinct from page.lot_id ${itemJoins} ${order}`,
);

/** The ledger of an item, walked by position, which the ledger gives in the order of the changes. */
export const MOVEMENTS = newestFirst(movement, {
  name: 'movements',
  visible: ({ itemId }: Pick<Actor, 'entity' | 'permissions'> & { itemId: string }) =>
    sql`m.item_id = ${itemId}`,
  position: sql`m.position`,
  changed: (moment) => sql`m.created_at >= ${instant(moment)}`,
  filters: {},
});
export const movementPage = pageOf(MOVEMENTS, { ...LIMITED, itemId: ID });

export const availableByVariant = statement(
  [[[ID], 'CA', ID, ID]],
  (variantIds: readonly string[], state: string, sellerId: string, buyerId: string) => sql<{
    variant_id: string;
    available: number;
  }>`
    select i.variant_id, sum(i.quantity - i.reserved_quantity - ${blockedUnits})::float8 as available
    from ${productVariants} v join ${inventoryItems} i on i.variant_id = v.id and i.entity_id = ${sellerId}
      join ${entities} e on e.id = i.entity_id join ${locations} l on l.id = i.location_id
    where v.id = any(${uuids(variantIds)})
      and (i.room_type in ${SELLABLE_ROOMS} or i.room_type = 'secret_menu' and i.variant_id = any(${secretColumn(sql`${sellerId}`, sql`${buyerId}::uuid`)}))
      and l.licensed_until >= (now() at time zone e.timezone)::date and (not e.same_state_only or l.postal_state = ${state})
    group by i.variant_id`,
);

export const lotsByItem = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql<{ id: string; lots: ItemRow['lots'] }>`
    select i.id, ${itemLots} from ${inventoryItems} i join ${entities} e on e.id = i.entity_id
      join ${productVariants} v on v.id = i.variant_id
    where ${isAmong(sql`i.id`, itemIds)}`,
);
