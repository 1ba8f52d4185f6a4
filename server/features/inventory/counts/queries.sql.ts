import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import { allOf, byName, contains, instant, iso, slice } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER, TIME } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { readingsOf, type Walked, type WalkedList } from '../../../platform/db/walk';
import { appearance } from '../../products/queries.sql';
import { products, productVariants } from '../../products/tables';
import { inventoryItems } from '../tables';
import type { CountLine, ListCounts, StockCount } from './schema';
import { stockCountLines, stockCounts } from './tables';

export type CountView = z.infer<typeof StockCount>;
export type LineView = z.infer<typeof CountLine>;
type Viewer = Pick<Actor, 'entity' | 'locationIds'>;

/** SQL: counts `c` of a member's business, in the locations they are limited to. */
export function visibleCounts({ entity, locationIds }: Viewer): SQL {
  const own = sql`c.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and c.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

/** SQL: whether expected quantities of the count `c` are hidden. */
const HIDDEN = sql`(c.blind and c.status = 'counting')`;

const COUNT_COLUMNS = sql`c.id, c.location_id, c.room_type, c.status, c.blind,
  case when c.assignee_id is not null then json_build_object('id', c.assignee_id, 'name', c.assignee_name) end as assignee,
  (select count(*)::int from ${stockCountLines} l where l.count_id = c.id) as counted,
  case when not ${HIDDEN} then (
    select count(*)::int from ${stockCountLines} l where l.count_id = c.id and l.counted <> l.expected) end as different,
  json_build_object('id', c.actor_id, 'name', c.actor_name) as actor, ${iso(sql`c.created_at`)} as created_at,
  ${iso(sql`c.finished_at`)} as finished_at, ${iso(sql`greatest(c.created_at, c.updated_at, (
    select max(l.counted_at) from ${stockCountLines} l where l.count_id = c.id))`)} as updated_at`;

export const COUNTS: WalkedList<'created_at'> = {
  name: 'counts',
  from: sql`${stockCounts} c`,
  id: sql`c.id`,
  sorts: { created_at: sql`c.created_at` },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
};

export function countConditions(
  actor: Viewer,
  { open, location_id, updated_since }: Omit<z.infer<typeof ListCounts>, 'limit'>,
): SQL {
  return allOf([
    visibleCounts(actor),
    open === undefined
      ? undefined
      : open
        ? sql`c.status in ('counting', 'review')`
        : sql`c.status not in ('counting', 'review')`,
    location_id ? sql`c.location_id = ${location_id}` : undefined,
    updated_since
      ? sql`(coalesce(c.updated_at, c.created_at) >= ${instant(updated_since)} or c.status in ('counting', 'review') and exists (
          select from ${stockCountLines} l where l.count_id = c.id and l.counted_at >= ${instant(updated_since)}))`
      : undefined,
  ]);
}

export const readCounts = statement(
  readingsOf(COUNTS).flatMap(
    ({ page, order }): Array<[SQL, SQL]> => [
      [page(countConditions(OWNER, { open: true })), order],
      [page(countConditions(LIMITED, { open: false, location_id: ID, updated_since: TIME })), order],
    ],
  ),
  (page: SQL, order: SQL) => sql<CountView & Walked>`
    select page.walk_key, ${COUNT_COLUMNS} from ${page} join ${stockCounts} c on c.id = page.id ${order}`,
);

export const readCount = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Viewer) =>
    sql<CountView>`select ${COUNT_COLUMNS} from ${stockCounts} c where c.id = ${id} and ${visibleCounts(actor)}`,
);

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
  }>`
    select c.location_id, c.room_type, c.status, c.assignee_id from ${stockCounts} c
    where c.id = ${id} and ${visibleCounts(actor)} for ${strength}`,
);

/** SQL: the items of the count's room that are listed, or were counted. */
const SHEET = sql`${stockCounts} c join ${inventoryItems} i
    on i.location_id = c.location_id and i.room_type = c.room_type and i.entity_id = c.entity_id
  left join ${stockCountLines} l on l.count_id = c.id and l.item_id = i.id`;
const LISTED = sql`(l.item_id is not null or i.quantity > 0 or not i.closed)`;

export function lineConditions(
  id: string,
  { counted, different, search }: { counted?: boolean; different?: boolean; search?: string },
): SQL {
  return allOf([
    sql`c.id = ${id} and ${LISTED}`,
    counted === undefined ? undefined : counted ? sql`l.item_id is not null` : sql`l.item_id is null`,
    different === undefined
      ? undefined
      : different
        ? sql`not ${HIDDEN} and l.counted <> l.expected`
        : sql`not ${HIDDEN} and l.counted = l.expected`,
    search ? sql`(${contains(sql`i.product_name`, search)} or ${contains(sql`i.sku`, search)})` : undefined,
  ]);
}

export const readLines = statement(
  [[lineConditions(ID, { counted: true, different: true, search: 'x' }), { page: 1, limit: 1 }]],
  (where: SQL, page: Page) => sql<LineView>`
    select i.id as inventory_id, i.product_id, i.product_name, i.variant_id, i.sku, ${appearance}, l.counted,
      case when not ${HIDDEN} then coalesce(l.expected, i.quantity) end as expected_quantity,
      case when not ${HIDDEN} then l.counted - l.expected end as difference,
      case when l.item_id is not null then json_build_object('id', l.actor_id, 'name', l.actor_name) end as counted_by,
      ${iso(sql`l.counted_at`)} as counted_at
    from ${SHEET} join ${productVariants} v on v.id = i.variant_id join ${products} p on p.id = i.product_id
    where ${where} order by ${byName(sql`i.product_name`)}, i.sku, i.id ${slice(page)}`,
);

export const totalOfLines = statement(
  [[lineConditions(ID, {})]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${SHEET} where ${where}`,
);

export const openCounts = statement(
  [[ID]],
  (entityId: string) => sql<{ total: number }>`
    select count(*)::int as total from ${stockCounts} c
    where c.entity_id = ${entityId} and c.status in ('counting', 'review')`,
);

export const linesCounted = statement(
  [[ID]],
  (id: string) => sql<{ total: number }>`
    select count(*)::int as total from ${stockCountLines} l where l.count_id = ${id}`,
);

/** Variants that a scanned SKU may mean: in stock anywhere in the business, else in its own catalog. */
export const variantsOfSku = statement(
  [[ID, 'x', ID, 'vault']],
  (entityId: string, sku: string, locationId: string, roomType: string) => sql<{
    variant_id: string;
    product_name: string;
    here: boolean;
  }>`
    select i.variant_id, min(i.product_name) as product_name,
      bool_or(i.location_id = ${locationId} and i.room_type = ${roomType}) as here
    from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id
    where i.entity_id = ${entityId} and i.sku = ${sku} and (v.deleted_at is null or i.quantity > 0)
    group by i.variant_id
    union
    select v.id, p.name, false from ${productVariants} v join ${products} p on p.id = v.product_id
    where v.entity_id = ${entityId} and v.sku = ${sku} and v.deleted_at is null and not exists (
      select from ${inventoryItems} i where i.entity_id = ${entityId} and i.variant_id = v.id)
    limit 20`,
);

/** An item of the count's room with what was counted of it. */
export const lineOf = statement(
  [[ID, ID]],
  (id: string, itemId: string) => sql<{ quantity: number; counted: number | null }>`
    select i.quantity, l.counted from ${SHEET} where c.id = ${id} and i.id = ${itemId}`,
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

/** Adds to what was counted in one statement, so that two scanners of one count lose no unit. */
export const recordLine = statement(
  [[{ id: ID, itemId: ID, counted: 1, add: 1, actorId: ID, actorName: 'x' }]],
  ({
    id,
    itemId,
    counted,
    add,
    actorId,
    actorName,
  }: {
    id: string;
    itemId: string;
    counted: number | null;
    add: number | null;
    actorId: string | null;
    actorName: string;
  }) => sql<{ counted: number }>`
    insert into ${stockCountLines} as l (count_id, item_id, counted, expected, actor_id, actor_name)
    select ${id}, i.id, coalesce(${counted}::int, ${add}::int), i.quantity, ${actorId}, ${actorName}
    from ${inventoryItems} i where i.id = ${itemId}
    on conflict (count_id, item_id) do update set
      counted = least(2000000000, coalesce(${counted}::int, l.counted::bigint + ${add}::int)),
      expected = excluded.expected, actor_id = excluded.actor_id, actor_name = excluded.actor_name, counted_at = change_time()
    returning counted`,
);
