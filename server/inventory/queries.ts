import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../db/client';
import { allOf, iso, orderBy, slice, uuids } from '../db/listing';
import type { Actor } from '../kernel/actor';
import { notFound } from '../kernel/errors';
import { toDollars } from '../kernel/money';
import { likePattern } from '../kernel/params';
import type { ReadContext } from '../trpc/context';
import { itemColumns, itemJoins, SELLABLE_ROOMS, unitPriceCents } from './item-columns';
import type { InventoryItem, InventoryList, ListInventory, ListMovements, MovementList } from './schema';

type ItemView = z.infer<typeof InventoryItem>;

export interface ItemRow
  extends Record<string, unknown>,
    Omit<ItemView, 'available_quantity' | 'unit_cost' | 'unit_price'> {
  unit_cost_cents: number;
  unit_price_cents: number;
}

/** SQL: the stock (alias `i`) that a member may see: their business's, in the locations they are limited to. The only way to a row. */
export function visibleItems({ entity, locationIds }: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const own = sql`i.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and i.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

/** SQL: of that, what is listed: the rows of a deleted product only as long as they hold something (decision 45). */
export function listedItems(actor: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const deleted = sql`select 1 from products p where p.id = i.product_id and p.deleted_at is not null`;
  return sql`${visibleItems(actor)} and (i.quantity > 0 or not exists (${deleted}))`;
}

/**
 * SQL: of the stock `i` of a business, what is low: the vault and sales-floor rows whose location has less than the
 * threshold available in both together.
 * @param threshold in place of the business's own
 */
export function lowItems({ entity }: Pick<Actor, 'entity'>, threshold = entity.lowStockThreshold): SQL {
  return sql`i.room_type in ${SELLABLE_ROOMS} and not i.closed and (i.location_id, i.variant_id) in (
    select l.location_id, l.variant_id from stock_levels l
    left join product_variants t on t.id = l.variant_id and t.entity_id = l.entity_id and t.low_stock_threshold is not null
    where l.entity_id = ${entity.id} and l.available < coalesce(t.low_stock_threshold, ${threshold}))`;
}

/** Builds the resource from a row of `itemColumns`. */
export function toItem(row: ItemRow): ItemView {
  return {
    id: row.id,
    product_id: row.product_id,
    product_name: row.product_name,
    variant_id: row.variant_id,
    sku: row.sku,
    location_id: row.location_id,
    room_type: row.room_type,
    quantity: row.quantity,
    reserved_quantity: row.reserved_quantity,
    available_quantity: row.quantity - row.reserved_quantity,
    unit_cost: toDollars(row.unit_cost_cents),
    average_cost: row.average_cost,
    unit_price: toDollars(row.unit_price_cents),
    low_stock: row.low_stock,
    last_sync: row.last_sync,
    synced_at: row.synced_at,
  };
}

export async function listInventory(
  { db, actor }: ReadContext,
  { page, limit, ...filter }: z.infer<typeof ListInventory>,
): Promise<z.infer<typeof InventoryList>> {
  const where = allOf([
    listedItems(actor),
    filter.location_id ? sql`i.location_id = ${filter.location_id}` : undefined,
    filter.room_type ? sql`i.room_type = ${filter.room_type}` : undefined,
    filter.product_id ? sql`i.product_id = ${filter.product_id}` : undefined,
    filter.sku ? sql`i.sku = ${filter.sku}` : undefined,
    filter.category
      ? sql`exists (select 1 from products p where p.id = i.product_id and p.category = ${filter.category})`
      : undefined,
    filter.low_stock ? lowItems(actor, filter.low_stock_threshold) : undefined,
    filter.search ? searchCondition(filter.search) : undefined,
  ]);
  const order = orderBy(filter.sort, SORT_COLUMNS, sql`i.product_name`, sql`i.id`);
  const [rows, [counted]] = await Promise.all([
    selectItems(db, where, sql`${order} ${slice({ page, limit })}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from inventory_items i where ${where}`),
  ]);
  return { data: rows, pagination: { page, limit, total: counted?.total ?? 0 } };
}

const SORT_COLUMNS = {
  product_name: sql`i.product_name`,
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
};

function searchCondition(search: string): SQL {
  const pattern = likePattern(search);
  return sql`(lower(i.product_name) like ${pattern} or lower(i.sku) like ${pattern})`;
}

/** @throws AppError NOT_FOUND when absent, another business's, or out of the member's locations */
export async function getItem({ db, actor }: ReadContext, id: string): Promise<ItemView> {
  const [item] = await selectItems(db, sql`i.id = ${id} and ${visibleItems(actor)}`, sql``);
  if (!item) throw notFound();
  return item;
}

async function selectItems(db: Db, where: SQL, tail: SQL): Promise<ItemView[]> {
  const rows = await db.execute<ItemRow>(sql`
    select ${itemColumns()} from inventory_items i ${itemJoins} where ${where} ${tail}`);
  return rows.map(toItem);
}

type MovementView = z.infer<typeof MovementList>['data'][number];
type MovementRow = Omit<MovementView, 'actor' | 'source'> & {
  actor_id: string | null;
  actor_name: string;
  source_type: MovementView['source']['type'];
  source_id: string | null;
};

/** The ledger of one item, newest first (decision 42b). @throws AppError NOT_FOUND */
export async function listMovements(
  ctx: ReadContext,
  { id, page, limit }: z.infer<typeof ListMovements>,
): Promise<z.infer<typeof MovementList>> {
  await getItem(ctx, id);
  const [rows, [counted]] = await Promise.all([
    ctx.db.execute<MovementRow & Record<string, unknown>>(sql`
      select m.id, ${iso(sql`m.created_at`)} as created_at, m.reason_code, m.delta, m.reserved_delta, m.quantity_after,
        m.reserved_after, m.notes, m.actor_id, m.actor_name, m.source_type, m.source_id
      from inventory_movements m where m.item_id = ${id} order by m.position desc nulls last ${slice({ page, limit })}`),
    ctx.db.execute<{ total: number }>(
      sql`select count(*)::int as total from inventory_movements m where m.item_id = ${id}`,
    ),
  ]);
  const data = rows.map(({ actor_id, actor_name, source_type, source_id, ...movement }) => ({
    ...movement,
    actor: { id: actor_id, name: actor_name },
    source: { type: source_type, id: source_id },
  }));
  return { data, pagination: { page, limit, total: counted?.total ?? 0 } };
}

/** A row of the seller's stock that an order may draw on. */
export interface SaleableRow extends Record<string, unknown> {
  id: string;
  variant_id: string;
  available: number;
}

/** How many units of each variant an order could reserve now; a variant without stock is absent. */
export async function availableUnits(
  db: Db,
  sellerId: string,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.execute<{ variant_id: string; available: number }>(sql`
    select i.variant_id, sum(i.quantity - i.reserved_quantity)::float8 as available from inventory_items i
    where i.variant_id = any(${uuids(variantIds)}) and i.entity_id = ${sellerId}
      and i.room_type in ${SELLABLE_ROOMS}
    group by i.variant_id`);
  return new Map(rows.map((row) => [row.variant_id, row.available]));
}

/**
 * The seller's rows of those variants in `vault`, then `sales_floor`, oldest first (decision 12), locked until the
 * transaction ends. Locks are taken in id order, so that two orders never wait for each other in a circle.
 */
export async function lockSaleable(
  db: Db,
  sellerId: string,
  variantIds: readonly string[],
): Promise<SaleableRow[]> {
  const rows = await db.execute<SaleableRow & { room_type: string; created_at: string }>(sql`
    select i.id, i.variant_id, i.quantity - i.reserved_quantity as available, i.room_type, i.created_at::text as created_at
    from inventory_items i
    where i.variant_id = any(${`{${variantIds.join(',')}}`}::uuid[]) and i.entity_id = ${sellerId}
      and i.room_type in ${SELLABLE_ROOMS}
    order by i.id for no key update`);
  const rank = (room: string) => (room === 'vault' ? 0 : 1);
  return [...rows].sort(
    (a, b) =>
      rank(a.room_type) - rank(b.room_type) ||
      (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0) ||
      (a.id < b.id ? -1 : 1),
  );
}
