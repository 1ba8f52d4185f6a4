import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { WeightUnit } from '../../../kernel/weights';
import { allOf, byName, iso } from '../../../platform/db/listing';
import { ID, LIMITED, TIME } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { readingsOf, type Walked, type WalkedList } from '../../../platform/db/walk';
import { entities, locations } from '../../entities/tables';
import type { Category } from '../../products/categories';
import { perStep, steps } from '../../products/queries.sql';
import { products, productVariants } from '../../products/tables';
import { SELLABLE_ROOMS, thresholdOf, unitPriceCents } from '../item-columns';
import { changedSince, isBelow, isNamed } from '../queries.sql';
import type { RoomType } from '../schema';
import { inventoryItems, retailPrices, stockLevels } from '../tables';
import { levelsWanted } from '../wanted/tables';
import type { LEVEL_SORTS, ListLevels } from './schema';

export { reorderPointOf } from '../item-columns';

type Filters = z.infer<typeof ListLevels>;

/** One room's item of a level. */
export interface LevelRoom {
  room_type: RoomType;
  inventory_id: string;
  quantity: number;
  reserved: number;
}

export interface LevelRow extends Record<string, unknown> {
  id: string;
  product_id: string;
  product_name: string;
  category: Category;
  image: string | null;
  variant_id: string;
  variant_name: string;
  sku: string;
  location_id: string;
  location_name: string;
  rooms: LevelRoom[];
  quantity: number;
  /** Units that lots claim. */
  lot_quantity: number;
  reserved_quantity: number;
  available: number;
  blocked: number;
  low: boolean;
  threshold: number;
  reorder_point: number | null;
  par: number | null;
  expires_on: string | null;
  unit: WeightUnit | null;
  step: number | null;
  /** What the units are worth together, and each of them, in dollars. */
  value: number;
  average_cost: number;
  unit_price_cents: number;
  updated_at: string;
}

/** SQL: the items `i` of the level `s`. */
const ITEMS = sql`${inventoryItems} i where i.location_id = s.location_id and i.variant_id = s.variant_id`;

export const LEVELS: WalkedList<(typeof LEVEL_SORTS)[number]> = {
  name: 'stock levels',
  from: sql`${stockLevels} s`,
  id: sql`s.id`,
  sorts: {
    product_name: byName(sql`s.product_name`),
    sku: sql`s.sku`,
    quantity: sql`s.quantity`,
    reserved_quantity: sql`s.reserved_quantity`,
    available_quantity: sql`s.quantity - s.reserved_quantity`,
    sellable_quantity: sql`s.available - s.blocked`,
    average_cost: sql`s.average_cost`,
    unit_price: unitPriceCents,
    created_at: sql`s.created_at`,
  },
  keys: { product_name: 'text', created_at: 'timestamptz' },
  fallback: 'product_name',
  // The packages of a product from the lightest, each at its locations in the order in which they were added.
  ties: {
    product_name: [
      { column: sql`s.product_id`, type: 'uuid' },
      { column: sql`s.package_mg`, type: 'bigint' },
      { column: sql`s.variant_id`, type: 'uuid' },
      { column: sql`s.location_id`, type: 'uuid' },
    ],
  },
  joins: {
    unit_price: sql`join ${productVariants} v on v.id = s.variant_id
      left join ${retailPrices} r on r.entity_id = s.entity_id and r.variant_id = s.variant_id`,
  },
  bands: { sellable_quantity: sql`s.band` },
};

/** SQL: what a member may see: their business's levels, in the locations they are limited to. */
export function visibleLevels({ entity, locationIds }: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const own = sql`s.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and s.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

/** SQL: levels with a room that sells, and less to sell than the threshold. */
export function lowLevels({ entity }: Actor, threshold = entity.lowStockThreshold): SQL {
  return sql`${isBelow(entity.id, threshold)} and exists (select from ${ITEMS} and i.room_type in ${SELLABLE_ROOMS} and not i.closed)`;
}

/** SQL: levels with units of batches that have expired, or do within days, by the calendar of the business. */
const expiring = ({ entity }: Actor, days: number) =>
  sql`s.expires_on <= (now() at time zone ${entity.timezone})::date + ${days}::int`;

/** SQL: the levels of a member that match the filters; those of a deleted variant only while they hold units. */
export function levelConditions(actor: Actor, input: Filters): SQL {
  return allOf([
    visibleLevels(actor),
    sql`(s.quantity > 0 or not exists (
      select from ${productVariants} d where d.id = s.variant_id and d.deleted_at is not null))`,
    input.location_id ? sql`s.location_id = ${input.location_id}` : undefined,
    input.room_type ? sql`exists (select from ${ITEMS} and i.room_type = ${input.room_type})` : undefined,
    input.product_id ? sql`s.product_id = ${input.product_id}` : undefined,
    input.sku ? sql`s.sku = ${input.sku}` : undefined,
    input.category ? sql`s.category = ${input.category}` : undefined,
    input.low_stock ? lowLevels(actor, input.low_stock_threshold) : undefined,
    input.blocked ? sql`s.blocked > 0` : undefined,
    input.expires_within === undefined ? undefined : expiring(actor, input.expires_within),
    input.search ? isNamed(sql`s.variant_id`, sql`${actor.entity.id}::uuid`, input.search) : undefined,
    input.updated_since
      ? sql`s.id = any(array(
          select l.id from ${inventoryItems} i join ${stockLevels} l on l.location_id = i.location_id and l.variant_id = i.variant_id
          where ${changedSince(actor, input.updated_since)}))`
      : undefined,
  ]);
}

const FILTERS: Filters = {
  limit: 1,
  location_id: ID,
  room_type: 'vault',
  product_id: ID,
  sku: 'x',
  category: 'flower',
  low_stock: true,
  low_stock_threshold: 1,
  blocked: true,
  expires_within: 1,
  search: 'x',
  updated_since: TIME,
};

export const levelsFrom = statement(
  readingsOf(LEVELS).map(({ page, order }): [SQL, SQL, SQL] => [
    page(levelConditions(LIMITED, FILTERS)),
    order,
    sql`0`,
  ]),
  (page: SQL, order: SQL, total: SQL) => sql<LevelRow & Walked>`
    select page.walk_key, (${total})::int as walk_total, s.id, s.product_id, s.product_name, s.category, p.images[1] as image, s.variant_id, v.name as variant_name, s.sku, ${steps},
      s.location_id, o.name as location_name, n.rooms, s.quantity::float8 as quantity,
      n.lot_quantity::float8 as lot_quantity,
      s.reserved_quantity::float8 as reserved_quantity, s.available::float8 as available, s.blocked::float8 as blocked,
      n.sells and s.available - s.blocked < ${thresholdOf('s')} as low, ${thresholdOf('s')} as threshold, t.reorder_point, t.par,
      s.expires_on::text as expires_on, round(s.worth * ${perStep}, 2)::float8 as value, s.average_cost::float8 as average_cost, ${unitPriceCents}::float8 as unit_price_cents,
      ${iso(sql`greatest(n.updated_at, v.updated_at)`)} as updated_at
    from ${page} join ${stockLevels} s on s.id = page.id join ${products} p on p.id = s.product_id
      join ${productVariants} v on v.id = s.variant_id join ${locations} o on o.id = s.location_id
      join ${entities} e on e.id = s.entity_id
      left join ${retailPrices} r on r.entity_id = s.entity_id and r.variant_id = s.variant_id
      left join ${levelsWanted} t on t.location_id = s.location_id and t.variant_id = s.variant_id
      cross join lateral (
        select json_agg(json_build_object('room_type', i.room_type, 'inventory_id', i.id, 'quantity', i.quantity,
            'reserved', i.reserved_quantity)) as rooms,
          sum(i.lot_quantity) as lot_quantity,
          bool_or(i.room_type in ${SELLABLE_ROOMS} and not i.closed) as sells, max(i.updated_at) as updated_at
        from ${ITEMS}) n
    ${order}`,
);
