import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { allOf } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { products, productVariants } from '../../products/tables';
import { categoryInReach, totalsInReach, visibleItems } from '../queries.sql';
import { inventoryItems, inventoryLots, stockLevels } from '../tables';
import { ANY_ROOM } from './tables';

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
