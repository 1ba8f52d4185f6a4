import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { notFound } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { allOf, byName, contains, instant, iso, since, uuids } from '../../platform/db/listing';
import { openWalk, type Walked, type WalkedList } from '../../platform/db/walk';
import { itemColumns, itemJoins, SELLABLE_ROOMS, unitPriceCents } from './item-columns';
import type {
  INVENTORY_SORTS,
  InventoryItem,
  InventoryList,
  ListInventory,
  ListMovements,
  MovementList,
} from './schema';

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

/** SQL: of that, what is listed: rows of a deleted product or variant only as long as they hold units (decision 45). */
export function listedItems(actor: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const deleted = sql`select 1 from product_variants d where d.id = i.variant_id and d.deleted_at is not null`;
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
    updated_at: row.updated_at,
  };
}

const INVENTORY: WalkedList<(typeof INVENTORY_SORTS)[number]> = {
  name: 'inventory',
  from: sql`inventory_items i`,
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
    unit_price: sql`(select ${unitPriceCents} from product_variants v left join retail_prices r
      on r.entity_id = i.entity_id and r.variant_id = v.id where v.id = i.variant_id)`,
    last_sync: sql`i.last_sync`,
    synced_at: sql`i.synced_at`,
    created_at: sql`i.created_at`,
  },
  keys: { product_name: 'text', created_at: 'timestamptz' },
  fallback: 'product_name',
};

export async function listInventory(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListInventory>,
): Promise<z.infer<typeof InventoryList>> {
  const walk = await openWalk(db, INVENTORY, actor.entity.id, input);
  const where = allOf([
    listedItems(actor),
    input.location_id ? sql`i.location_id = ${input.location_id}` : undefined,
    input.room_type ? sql`i.room_type = ${input.room_type}` : undefined,
    input.product_id ? sql`i.product_id = ${input.product_id}` : undefined,
    input.sku ? sql`i.sku = ${input.sku}` : undefined,
    input.category
      ? sql`exists (select 1 from products p where p.id = i.product_id and p.category = ${input.category})`
      : undefined,
    input.low_stock ? lowItems(actor, input.low_stock_threshold) : undefined,
    input.search ? searchCondition(input.search) : undefined,
    input.updated_since ? changedSince(actor, input.updated_since) : undefined,
  ]);
  const [rows, total] = await Promise.all([
    selectItems(
      db,
      sql`${walk.page(where)} join inventory_items i on i.id = page.id`,
      sql`${walk.order}`,
      sql`page.walk_key,`,
    ),
    walk.count(where),
  ]);
  return walk.close(rows, total);
}

/** SQL: a union, so that each side reads its own index. */
function changedSince({ entity }: Actor, moment: string): SQL {
  const at = instant(moment);
  return sql`i.id in (
    select x.id from inventory_items x where x.entity_id = ${entity.id} and x.updated_at >= ${at}
    union all
    select x.id from product_variants v join inventory_items x on x.variant_id = v.id and x.entity_id = ${entity.id}
      where v.updated_at >= ${at})`;
}

function searchCondition(search: string): SQL {
  return sql`(${contains(sql`i.product_name`, search)} or ${contains(sql`i.sku`, search)})`;
}

/** @throws AppError NOT_FOUND when absent, another business's, or out of the member's locations */
export async function getItem({ db, actor }: ReadContext, id: string): Promise<ItemView> {
  const [item] = await selectItems(
    db,
    sql`inventory_items i`,
    sql`where i.id = ${id} and ${visibleItems(actor)}`,
  );
  if (!item) throw notFound();
  return item;
}

async function selectItems(db: Db, from: SQL, tail: SQL, more = sql``): Promise<Array<ItemView & Walked>> {
  const rows = await db.execute<ItemRow & Walked>(sql`
    select ${more} ${itemColumns()} from ${from} ${itemJoins} ${tail}`);
  return rows.map((row) => ({ ...toItem(row), walk_key: row.walk_key }));
}

type MovementView = z.infer<typeof MovementList>['data'][number];
type MovementRow = Omit<MovementView, 'actor' | 'source'> & {
  actor_id: string | null;
  actor_name: string;
  source_type: MovementView['source']['type'];
  source_id: string | null;
};

/** Walked by position, which the ledger gives in the order of the changes. */
const MOVEMENTS: WalkedList<'position'> = {
  name: 'movements',
  from: sql`inventory_movements m`,
  id: sql`m.id`,
  sorts: { position: sql`m.position` },
  keys: { position: 'bigint' },
  fallback: '-position',
};

/** The ledger of one item, newest first (decision 42b). @throws AppError NOT_FOUND */
export async function listMovements(
  ctx: ReadContext,
  input: z.infer<typeof ListMovements>,
): Promise<z.infer<typeof MovementList>> {
  const { db } = ctx;
  await getItem(ctx, input.id);
  const walk = await openWalk(db, MOVEMENTS, ctx.actor.entity.id, input);
  const where = allOf([sql`m.item_id = ${input.id}`, since(sql`m.created_at`, input.updated_since)]);
  const [rows, total] = await Promise.all([
    db.execute<MovementRow & Walked>(sql`
      select page.walk_key, m.id, ${iso(sql`m.created_at`)} as created_at, ${iso(sql`m.created_at`)} as updated_at,
        m.reason_code, m.delta, m.reserved_delta, m.quantity_after, m.reserved_after, m.notes, m.actor_id, m.actor_name,
        m.source_type, m.source_id
      from ${walk.page(where)} join inventory_movements m on m.id = page.id ${walk.order}`),
    walk.count(where),
  ]);
  const data = rows.map(({ actor_id, actor_name, source_type, source_id, ...movement }) => ({
    ...movement,
    actor: { id: actor_id, name: actor_name },
    source: { type: source_type, id: source_id },
  }));
  return walk.close(data, total);
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
