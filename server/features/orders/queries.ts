import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { invalidRequest, notFound } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { allOf, contains, iso, pageOf, since, slice, texts } from '../../platform/db/listing';
import { openWalk, type WalkedList } from '../../platform/db/walk';
import {
  type ListHistory,
  type ListOrders,
  type ORDER_SORTS,
  ORDER_STATUSES,
  type Order,
  type OrderCounts,
  type OrderHistory,
  type OrderList,
  type OrderStatus,
  type Side,
} from './schema';

export type OrderView = z.infer<typeof Order>;

/** SQL: the orders (alias `o`) of the caller's business, on whichever side it stands. The only way to a row. */
export function visibleOrders({ entity }: Pick<Actor, 'entity'>): SQL {
  if (entity.type === 'retailer') return sql`o.retailer_id = ${entity.id}`;
  if (entity.type === 'wholesaler') return sql`o.wholesaler_id = ${entity.id}`;
  return sql`false`;
}

const ORDERS: WalkedList<(typeof ORDER_SORTS)[number]> = {
  name: 'orders',
  from: sql`orders o`,
  id: sql`o.id`,
  sorts: {
    created_at: sql`o.created_at`,
    order_number: sql`o.order_number`,
    status: sql`array_position(${texts(ORDER_STATUSES)}, o.status)`,
    delivery_date: sql`o.delivery_date`,
    total: sql`o.total_cents`,
  },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
};

export async function listOrders(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListOrders>,
): Promise<z.infer<typeof OrderList>> {
  const { start_date, end_date, search } = input;
  if (start_date && end_date && start_date > end_date) {
    throw invalidRequest([
      { path: 'end_date', code: 'range_upside_down', message: 'must not be before start_date' },
    ]);
  }
  const walk = await openWalk(db, ORDERS, actor.entity.id, input);
  const where = allOf([
    visibleOrders(actor),
    input.status ? sql`o.status = ${input.status}` : undefined,
    input.wholesaler_id ? sql`o.wholesaler_id = ${input.wholesaler_id}` : undefined,
    input.retailer_id ? sql`o.retailer_id = ${input.retailer_id}` : undefined,
    start_date ? sql`o.created_at >= ${`${start_date}T00:00:00Z`}::timestamptz` : undefined,
    end_date ? sql`o.created_at < ${`${end_date}T00:00:00Z`}::timestamptz + interval '1 day'` : undefined,
    search ? matches(search) : undefined,
    since(sql`o.updated_at`, input.updated_since),
  ]);
  const [rows, total] = await Promise.all([
    selectOrders(
      db,
      sql`${walk.page(where)} join orders o on o.id = page.id ${walk.order}`,
      sql`page.walk_key,`,
    ),
    walk.count(where),
  ]);
  return walk.close(rows, total);
}

function matches(search: string): SQL {
  const parties = sql`(select e.id from entities e where ${contains(sql`e.name`, search)})`;
  return sql`(${contains(sql`o.order_number`, search)} or o.retailer_id in ${parties} or o.wholesaler_id in ${parties})`;
}

/** @throws AppError NOT_FOUND */
export async function getOrder({ db, actor }: ReadContext, id: string): Promise<OrderView> {
  const [order] = await selectOrders(db, sql`orders o where o.id = ${id} and ${visibleOrders(actor)}`);
  if (!order) throw notFound();
  return order;
}

/** How many orders stand in each status. */
export async function countOrders({ db, actor }: ReadContext): Promise<z.infer<typeof OrderCounts>> {
  const rows = await db.execute<{ status: OrderStatus; count: number }>(
    sql`select o.status, count(*)::int as count from orders o where ${visibleOrders(actor)} group by o.status`,
  );
  const counts = { all: 0, pending: 0, accepted: 0, preparing: 0, shipped: 0, delivered: 0, cancelled: 0 };
  for (const { status, count } of rows) {
    counts[status] = count;
    counts.all += count;
  }
  return counts;
}

type EntryView = z.infer<typeof OrderHistory>['data'][number];
type EntryRow = Omit<EntryView, 'actor'> & {
  actor_id: string | null;
  actor_name: string;
  actor_entity_id: string;
};

/** What happened to an order, oldest first. @throws AppError NOT_FOUND */
export async function listHistory(
  ctx: ReadContext,
  { id, page, limit }: z.infer<typeof ListHistory>,
): Promise<z.infer<typeof OrderHistory>> {
  await getOrder(ctx, id);
  const [rows, [counted]] = await Promise.all([
    ctx.db.execute<EntryRow & Record<string, unknown>>(sql`
      select h.id, h.action, h.from_status, h.to_status, h.summary, h.notes, h.actor_id, h.actor_name, h.actor_entity_id,
        ${iso(sql`h.created_at`)} as created_at
      from order_history h where h.order_id = ${id} order by h.id ${slice({ page, limit })}`),
    ctx.db.execute<{ total: number }>(
      sql`select count(*)::int as total from order_history h where h.order_id = ${id}`,
    ),
  ]);
  const data = rows.map(({ actor_id, actor_name, actor_entity_id, ...entry }) => ({
    ...entry,
    actor: { id: actor_id, name: actor_name, entity_id: actor_entity_id },
  }));
  return { data, pagination: pageOf({ page, limit }, counted?.total) };
}

/** What the writes need of an order beyond its resource. */
export interface LockedOrder {
  order: OrderView;
  side: Side;
  taxRateBps: number;
}

/** An order of the caller's, locked against other writers until the transaction ends. @throws AppError NOT_FOUND */
export async function lockOrder({ db, actor }: ReadContext, id: string): Promise<LockedOrder> {
  const mine = sql`o.id = ${id} and ${visibleOrders(actor)}`;
  const [row] = await db.execute<{ tax_rate_bps: number }>(
    sql`select o.tax_rate_bps from orders o where ${mine} for no key update`,
  );
  const [order] = await selectOrders(db, sql`orders o where ${mine}`);
  if (!row || !order) throw notFound();
  return {
    order,
    side: order.retailer.id === actor.entity.id ? 'retailer' : 'wholesaler',
    taxRateBps: row.tax_rate_bps,
  };
}

interface OrderRow extends Record<string, unknown>, Omit<OrderView, 'subtotal' | 'tax' | 'total' | 'items'> {
  subtotal_cents: number;
  tax_cents: number;
  total_cents: number;
  items: Array<
    Omit<OrderView['items'][number], 'unit_price' | 'total'> & {
      unit_price_cents: number;
      total_cents: number;
    }
  >;
}

/**
 * Orders as the resource.
 * @param from where they come from, as `o`
 * @param more columns that go with them, each followed by a comma
 */
export async function selectOrders(db: Db, from: SQL, more = sql``): Promise<OrderView[]> {
  const rows = await db.execute<OrderRow>(sql`
    select ${more} o.id, o.order_number, o.status,
      (select json_build_object('id', e.id, 'name', e.name) from entities e where e.id = o.wholesaler_id) as wholesaler,
      (select json_build_object('id', e.id, 'name', e.name) from entities e where e.id = o.retailer_id) as retailer,
      (select json_agg(json_build_object('id', x.id, 'product_id', x.product_id, 'product_name', x.product_name,
          'variant_id', x.variant_id, 'sku', x.sku, 'quantity', x.quantity, 'unit_price_cents', x.unit_price_cents,
          'total_cents', x.total_cents) order by x.position, x.id)
        from order_items x where x.order_id = o.id) as items,
      o.subtotal_cents::float8 as subtotal_cents, o.tax_cents::float8 as tax_cents, o.total_cents::float8 as total_cents,
      o.delivery_date::text as delivery_date, o.delivery_window, o.notes, o.receiving_location_id,
      case when o.status = 'cancelled' then (
        select json_build_object('reason', h.notes, 'by', json_build_object('id', h.actor_id, 'name', h.actor_name,
          'entity_id', h.actor_entity_id), 'at', ${iso(sql`h.created_at`)})
        from order_history h where h.order_id = o.id and h.to_status = 'cancelled' order by h.id desc limit 1
      ) end as cancellation,
      ${iso(sql`o.created_at`)} as created_at, ${iso(sql`o.updated_at`)} as updated_at
    from ${from}`);
  return rows.map(({ subtotal_cents, tax_cents, total_cents, items, ...order }) => ({
    ...order,
    items: items.map(({ unit_price_cents, total_cents: total, ...item }) => ({
      ...item,
      unit_price: toDollars(unit_price_cents),
      total: toDollars(total),
    })),
    subtotal: toDollars(subtotal_cents),
    tax: toDollars(tax_cents),
    total: toDollars(total_cents),
  }));
}
