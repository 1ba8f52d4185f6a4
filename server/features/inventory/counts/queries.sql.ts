import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { Search } from '../../../kernel/params';
import { byId, filter, newestFirst } from '../../../platform/db/collection';
import { byName, instant, isAmong } from '../../../platform/db/listing';
import { paged } from '../../../platform/db/paged.sql';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { isNamed } from '../queries.sql';
import { inventoryItems } from '../tables';
import { type CountView, countLine, HIDDEN, stockCount } from './resource';
import { stockCountLines, stockCounts } from './tables';

type Viewer = Pick<Actor, 'entity' | 'locationIds'>;

/** SQL: counts `c` of a member's business, in the locations they are limited to. */
export function visibleCounts({ entity, locationIds }: Viewer): SQL {
  const own = sql`c.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and c.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

const OPEN = sql`c.status in ('counting', 'review')`;

export const COUNTS = newestFirst(stockCount, {
  name: 'counts',
  visible: (viewer: Viewer) => visibleCounts(viewer),
  created: sql`c.created_at`,
  changed: (moment) => sql`(coalesce(c.updated_at, c.created_at) >= ${instant(moment)} or ${OPEN} and exists (
    select from ${stockCountLines} l where l.count_id = c.id and l.counted_at >= ${instant(moment)}))`,
  filters: {
    open: filter(
      z
        .boolean()
        .meta({ description: '`true` for counts under way or in review, `false` for finished ones' }),
      true,
      (open) => (open ? OPEN : sql`not ${OPEN}`),
    ),
    location_id: byId(sql`c.location_id`, 'Only counts of this location'),
  },
});
export const countPage = pageOf(COUNTS, OWNER, LIMITED);
/** Counts as the resource. */
export const readCounts = rowsWhere(stockCount, [
  [sql`c.id = ${ID} and ${visibleCounts(OWNER)}`],
  [sql`c.id = ${ID} and ${visibleCounts(LIMITED)}`],
]);

/** Locks a count: entries share it, a new status or the end takes it alone. */
export const lockCount = statement(
  [
    [ID, OWNER, sql`share`],
    [ID, LIMITED, sql`update`],
  ],
  (id: string, actor: Viewer, strength: SQL) => sql<{
    location_id: string;
    room_type: string;
    status: CountView['status'];
    assignee_id: string | null;
    now_ms: number;
  }>`
    select c.location_id, c.room_type, c.status, c.assignee_id,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
    from ${stockCounts} c
    where c.id = ${id} and ${visibleCounts(actor)} for ${strength}`,
);

/** SQL: the items of the count's room that are listed, or were counted. */
export const SHEET = sql`${stockCounts} c join ${inventoryItems} i
    on i.location_id = c.location_id and i.room_type = c.room_type and i.entity_id = c.entity_id
  left join ${stockCountLines} l on l.count_id = c.id and l.item_id = i.id`;
const LISTED = sql`(l.item_id is not null or i.quantity > 0 or not i.closed)`;

/** The items of the room of a count, by name. */
export const LINES = paged(countLine, {
  visible: (countId: string) => sql`c.id = ${countId} and ${LISTED}`,
  from: SHEET,
  order: sql`${byName(sql`i.product_name`)}, i.sku`,
  filters: {
    counted: filter(
      z.boolean().meta({ description: '`true` for counted items, `false` for those that are not' }),
      true,
      (counted) => sql`(l.item_id is not null) = ${counted}`,
    ),
    different: filter(
      z.boolean().meta({
        description: '`true` for counted items that differ; matches none while a blind count is under way',
      }),
      true,
      (different) => sql`not ${HIDDEN} and (l.counted <> l.expected) = ${different}`,
    ),
    search: filter(
      Search.meta({ description: 'Part of the product name or SKU' }),
      'x',
      (part, countId: string) =>
        isNamed(
          sql`i.variant_id`,
          sql`(select x.entity_id from ${stockCounts} x where x.id = ${countId})`,
          part,
        ),
    ),
  },
  viewers: [ID],
});
export const readLines = rowsWhere(countLine, [[isAmong(sql`i.id`, [ID]), ID]]);

export const openCounts = statement(
  [[ID]],
  (entityId: string) => sql<{ total: number }>`
    select count(*)::int as total from ${stockCounts} c
    where c.entity_id = ${entityId} and ${OPEN}`,
);

/** Differences to apply, in the order of the items' ids. */
export const differences = statement(
  [[ID]],
  (id: string) => sql<{
    item_id: string;
    delta: number;
    sku: string;
    product_name: string;
    closed: boolean;
  }>`
    select l.item_id, l.counted - l.expected as delta, i.sku, i.product_name, i.closed
    from ${stockCountLines} l join ${inventoryItems} i on i.id = l.item_id
    where l.count_id = ${id} and l.counted <> l.expected order by l.item_id`,
);
