import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { foldOf, keptRows, repairOf } from '../../platform/db/kept-totals';
import { allOf } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { products, productVariants } from '../products/tables';
import {
  categoryInReach,
  STOCK_CATEGORIES,
  STOCK_FLOWS,
  STOCK_TOTALS,
  totalsInReach,
  VARIANTS_IN_STOCK,
  visibleItems,
} from './queries.sql';
import { ANY_ROOM, inventoryItems, inventoryLots, inventoryMovements, stockLevels } from './tables';

type Viewer = Pick<Actor, 'entity' | 'locationIds'>;

/** What a list is limited to, besides the member's reach. */
export interface TotalFilter {
  location_id?: string | undefined;
  room_type?: string | undefined;
  category?: string | undefined;
}

/** A list of stock or levels with these filters alone has its total kept. */
export const KEPT_FILTERS = ['location_id', 'room_type', 'category'] as const;

const inLocation = ({ location_id }: TotalFilter, of: SQL) =>
  location_id ? sql`${of}.location_id = ${location_id}` : undefined;

const inCategory = ({ category }: TotalFilter) =>
  category
    ? sql`exists (select from ${products} p where p.id = i.product_id and p.category = ${category})`
    : undefined;

const totalsOf = (viewer: Viewer, { category }: TotalFilter) =>
  category ? categoryInReach(viewer, category) : totalsInReach(viewer);

const inRoom = ({ room_type }: TotalFilter) => (room_type ? sql`i.room_type = ${room_type}` : undefined);

/** SQL: rows of stock `i` that no list shows: empty ones of deleted variants. */
const unlisted = (viewer: Viewer) => sql`${visibleItems(viewer)} and i.quantity = 0 and exists (
  select from ${productVariants} d where d.id = i.variant_id and d.deleted_at is not null)`;

/** SQL: the number of rows of stock that a member may see, listed or not. */
export const keptItems = (viewer: Viewer, filter: TotalFilter) => sql`(
  select coalesce(sum(t.items), 0) from ${totalsOf(viewer, filter)}
  where ${allOf([filter.room_type ? sql`t.room_type = ${filter.room_type}` : sql`t.room_type <> ${ANY_ROOM}`, inLocation(filter, sql`t`)])})`;

/** SQL: the number of rows of stock that a list shows. */
export const keptCount = (viewer: Viewer, filter: TotalFilter) => sql`(${keptItems(viewer, filter)} - (
  select count(*) from ${inventoryItems} i
  where ${allOf([unlisted(viewer), inRoom(filter), inLocation(filter, sql`i`), inCategory(filter)])}))`;

export const countItems = statement(
  [
    [LIMITED, { location_id: ID, room_type: 'vault' }],
    [LIMITED, { location_id: ID, category: 'flower' }],
  ],
  (viewer: Viewer, filter: TotalFilter) =>
    sql<{ total: number }>`select ${keptCount(viewer, filter)}::int as total`,
);

/** What lots add to the rows of `by=lot`: a row for each, less that of an item whose units all have a lot. */
export const countLotRows = statement(
  [
    [OWNER, {}],
    [LIMITED, { location_id: ID, room_type: 'vault' }],
  ],
  (viewer: Viewer, filter: TotalFilter) => {
    const isOfAll = viewer.locationIds === null && !filter.room_type && !filter.location_id;
    const items = allOf([visibleItems(viewer), inRoom(filter), inLocation(filter, sql`i`)]);
    return sql<{ more: number }>`
      select ((
        select count(*) from ${inventoryLots} x ${isOfAll ? sql`` : sql`join ${inventoryItems} i on i.id = x.inventory_item_id and ${items}`}
        where x.entity_id = ${viewer.entity.id} and x.quantity > 0
      ) - (
        select count(*) from ${inventoryItems} i where ${items} and i.lot_quantity > 0 and i.lot_quantity = i.quantity
      ))::int as more`;
  },
);

/** A level has one item in a room at most, and isn't listed when no room has units of its deleted variant. */
export const countLevels = statement(
  [
    [LIMITED, { location_id: ID, room_type: 'vault' }],
    [LIMITED, { location_id: ID, category: 'flower' }],
  ],
  (viewer: Viewer, filter: TotalFilter) => sql<{ total: number }>`
    select ((
      select coalesce(sum(t.items), 0) from ${totalsOf(viewer, filter)}
      where ${allOf([sql`t.room_type = ${filter.room_type ?? ANY_ROOM}`, inLocation(filter, sql`t`)])}
    ) - (
      select count(*) from ${stockLevels} s where s.quantity = 0 and (s.location_id, s.variant_id) in (
        select i.location_id, i.variant_id from ${inventoryItems} i where ${allOf([unlisted(viewer), inRoom(filter), inLocation(filter, sql`i`), inCategory(filter)])})
    ))::int as total`,
);

export const lockAndFoldVariants = foldOf(VARIANTS_IN_STOCK);

export const lockAndFoldStock = foldOf(STOCK_TOTALS, STOCK_FLOWS, STOCK_CATEGORIES);

/** SQL: what stock totals are of: items by room, and levels in any. */
const COUNTED_ROOMS = sql`(
      select entity_id, location_id, room_type, count(*) as items, sum(quantity) as units,
        sum(quantity * average_cost) as worth
      from ${inventoryItems} group by entity_id, location_id, room_type
      union all
      select entity_id, location_id, ${ANY_ROOM}, count(*), 0, 0 from ${stockLevels} group by entity_id, location_id)`;

/** SQL: the same by category. */
const COUNTED_CATEGORIES = sql`(
      select i.entity_id, p.category, i.location_id, i.room_type, count(*) as items
      from ${inventoryItems} i join ${products} p on p.id = i.product_id group by 1, 2, 3, 4
      union all
      select entity_id, category, location_id, ${ANY_ROOM}, count(*) from ${stockLevels} group by 1, 2, 3)`;

/** SQL: what variants in stock are of. */
const COUNTED_VARIANTS = sql`(
      select s.entity_id, s.variant_id, count(*) as levels
      from ${stockLevels} s join ${productVariants} v on v.id = s.variant_id and v.entity_id = s.entity_id
      where s.available > s.blocked group by 1, 2)`;

/**
 * SQL: flows with the units that the ledger sold. What a room is worth beyond its flows is taken for a change of now; what
 * units were worth when they were sold is nowhere else.
 */
const COUNTED_FLOWS = sql`(
      with kept as materialized (
        select * from ${keptRows(STOCK_FLOWS)} f
      ), worths as (
        select entity_id, location_id, room_type, sum(worth) as worth from (
          select entity_id, location_id, room_type, quantity * average_cost as worth from ${inventoryItems}
          union all
          select entity_id, location_id, room_type, -worth from kept) w
        group by 1, 2, 3 having sum(worth) <> 0
      )
      select entity_id, moved_at, location_id, room_type, sum(worth) as worth, sum(sold_units) as sold_units,
        sum(sold_worth) as sold_worth
      from (
        select entity_id, moved_at, location_id, room_type, worth, 0 as sold_units, sold_worth from kept
        union all
        select i.entity_id, quarter_hour(m.created_at), i.location_id, i.room_type, 0, -m.delta, 0
        from ${inventoryMovements} m join ${inventoryItems} i on i.id = m.item_id where m.reason_code = 'SALE'
        union all
        select entity_id, quarter_hour(now()), location_id, room_type, worth, 0, 0 from worths) f
      group by 1, 2, 3, 4)`;

export const lockAndRepairRooms = repairOf(
  STOCK_TOTALS,
  () => keptRows(STOCK_TOTALS),
  () => COUNTED_ROOMS,
);

export const lockAndRepairCategories = repairOf(
  STOCK_CATEGORIES,
  () => keptRows(STOCK_CATEGORIES),
  () => COUNTED_CATEGORIES,
);

export const lockAndRepairVariants = repairOf(
  VARIANTS_IN_STOCK,
  () => keptRows(VARIANTS_IN_STOCK),
  () => COUNTED_VARIANTS,
);

export const lockAndRepairFlows = repairOf(
  STOCK_FLOWS,
  () => keptRows(STOCK_FLOWS),
  () => COUNTED_FLOWS,
);

/** Flows that aren't what the ledger sold in a quarter of an hour, or that don't add up to the worth of a room. */
export interface WrongFlow extends Record<string, unknown> {
  location_id: string;
  room_type: string;
  /** Null for the worth of the room. */
  moved_at: string | null;
  kept: number;
  counted: number;
}

export const wrongStockFlows = statement(
  [[]],
  () => sql<WrongFlow>`
    with flows as (
      select * from ${keptRows(STOCK_FLOWS)} f
    ), kept as (
      select location_id, room_type, moved_at, sum(sold_units) as sold from flows group by location_id, room_type, moved_at
      having sum(sold_units) <> 0
    ), ledger as (
      select i.location_id, i.room_type, quarter_hour(m.created_at) as moved_at, sum(-m.delta) as sold
      from ${inventoryMovements} m join ${inventoryItems} i on i.id = m.item_id where m.reason_code = 'SALE'
      group by 1, 2, 3 having sum(m.delta) <> 0
    ), worths as (
      select location_id, room_type, sum(worth) as kept from flows where room_type <> ${ANY_ROOM} group by location_id, room_type
    ), stock as (
      select location_id, room_type, sum(quantity * average_cost) as counted from ${inventoryItems}
      group by location_id, room_type
    )
    select location_id, room_type, moved_at::text as moved_at, coalesce(k.sold, 0)::float8 as kept,
      coalesce(l.sold, 0)::float8 as counted
    from kept k full join ledger l using (location_id, room_type, moved_at) where k.sold is distinct from l.sold
    union all
    select location_id, room_type, null, coalesce(w.kept, 0)::float8, coalesce(s.counted, 0)::float8
    from worths w full join stock s using (location_id, room_type)
    where coalesce(w.kept, 0) is distinct from coalesce(s.counted, 0)
    order by 1, 2, 3`,
);

/** A total that isn't the sum of its stock. */
export interface WrongStockTotal extends Record<string, unknown> {
  location_id: string;
  /** With the category of the goods, where the total is of one. */
  room_type: string;
  items: number;
  counted: number;
}

export const wrongStockTotals = statement(
  [[]],
  () => sql<WrongStockTotal>`
    with totals as (
      select entity_id, location_id, room_type, sum(items) as items, sum(units) as units, sum(worth) as worth
      from ${keptRows(STOCK_TOTALS)} t
      group by entity_id, location_id, room_type
      union all
      select entity_id, location_id, room_type || ' ' || category, sum(items), 0, 0 from ${keptRows(STOCK_CATEGORIES)} c
      group by entity_id, location_id, room_type, category
    ), counted as (
      select * from ${COUNTED_ROOMS} r
      union all
      select entity_id, location_id, room_type || ' ' || category, items, 0, 0 from ${COUNTED_CATEGORIES} c
    )
    select location_id, room_type, coalesce(t.items, 0)::float8 as items, coalesce(c.items, 0)::float8 as counted
    from totals t full join counted c using (entity_id, location_id, room_type)
    where (coalesce(t.items, 0), coalesce(t.units, 0), coalesce(t.worth, 0))
      is distinct from (coalesce(c.items, 0), coalesce(c.units, 0), coalesce(c.worth, 0))
    order by 1, 2`,
);

/** A variant of which it is kept wrongly how many of its owner's locations have units to sell. */
export interface WrongInStock extends Record<string, unknown> {
  variant_id: string;
  levels: number;
  counted: number;
}

export const wrongInStock = statement(
  [[]],
  () => sql<WrongInStock>`
    with kept as (
      select entity_id, variant_id, sum(levels) as levels from ${keptRows(VARIANTS_IN_STOCK)} k group by 1, 2
    ), counted as (
      select * from ${COUNTED_VARIANTS} c
    )
    select variant_id, coalesce(k.levels, 0)::float8 as levels, coalesce(c.levels, 0)::float8 as counted
    from kept k full join counted c using (entity_id, variant_id)
    where coalesce(k.levels, 0) <> coalesce(c.levels, 0) order by variant_id`,
);
