import { eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { lastDays } from '../../kernel/clock';
import { invalidRequest, notFound } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { personOf } from '../../platform/db/columns';
import { readPage } from '../../platform/db/listing';
import { isLimitedTo, openWalk, type Walk, type Walked } from '../../platform/db/walk';
import { anyBetween } from '../entities/connections/queries.sql';
import type { Side } from './flow/schema';
import {
  countFound,
  lockTaxRate,
  ORDERS,
  type OrderView,
  orderConditions,
  partnersNamed,
  tradeWith,
  visibleOrders,
} from './queries.sql';
import { orderSummaries, ordersFrom, orderTexts } from './rows.sql';
import {
  type ListOrders,
  type OrderCounts,
  type OrderList,
  type OrderSummaryList,
  PARTNER_DAYS,
  type PartnerTotals,
} from './schema';
import { orderHistory, orders } from './tables';
import type { ListHistory, OrderHistory } from './timeline/schema';
import { countByStatus, keptCount } from './totals.sql';

export type { OrderView } from './queries.sql';

export async function listOrders(
  ctx: ReadContext,
  input: z.infer<typeof ListOrders>,
): Promise<z.infer<typeof OrderList>> {
  return readOrders(ctx, input, ({ order }, page, total) => {
    const from = sql`${page} join ${orders} o on o.id = page.id ${order}`;
    return selectOrders(ctx.db, from, sql`page.walk_key, (${total})::int as walk_total,`);
  });
}

/** The same orders without their lines. */
export function listSummaries(
  ctx: ReadContext,
  input: z.infer<typeof ListOrders>,
): Promise<z.infer<typeof OrderSummaryList>> {
  return readOrders(ctx, input, async ({ pageOrder }, page, total) => {
    const rows = await orderSummaries(ctx.db, page, pageOrder, total);
    return rows.map(
      ({ total_cents, wholesaler_id, wholesaler_name, retailer_id, retailer_name, ...order }) => ({
        ...order,
        wholesaler: { id: wholesaler_id, name: wholesaler_name },
        retailer: { id: retailer_id, name: retailer_name },
        total: toDollars(total_cents),
      }),
    );
  });
}

/** The same with JSON text for the rows. */
export function listOrderTexts(ctx: ReadContext, input: z.infer<typeof ListOrders>): Promise<object> {
  return readOrders(ctx, input, ({ pageOrder }, page, total) => orderTexts(ctx.db, page, pageOrder, total));
}

async function readOrders<T>(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListOrders>,
  select: (walk: Walk, page: SQL, total: SQL) => PromiseLike<ReadonlyArray<T & Walked>>,
) {
  const { start_date, end_date } = input;
  if (start_date && end_date && start_date > end_date) {
    throw invalidRequest([
      { path: 'end_date', code: 'range_upside_down', message: 'must not be before start_date' },
    ]);
  }
  const walk = await openWalk(db, ORDERS, actor.entity.id, input);
  const { id, type } = actor.entity;
  const parties =
    input.search && type !== 'cultivator' ? await partnersNamed(db, id, type, input.search) : [];
  const where = orderConditions(
    actor,
    input,
    parties.map((party) => party.id),
  );
  return walk.read(where, (page, total) => select(walk, page, total), countOf(db, actor, input, parties));
}

/** How orders are counted: from kept totals, what a search alone finds in two parts, or row by row. */
function countOf(
  db: Db,
  actor: ReadContext['actor'],
  input: z.infer<typeof ListOrders>,
  parties: ReadonlyArray<{ id: string }>,
): SQL | (() => Promise<number>) | undefined {
  const { id, type } = actor.entity;
  if (isLimitedTo(input, ['status', 'start_date', 'end_date'])) return keptCount(id, input);
  const { search } = input;
  if (!search || type === 'cultivator' || parties.length === 0 || !isLimitedTo(input, ['search']))
    return undefined;
  const ids = parties.map((party) => party.id);
  return async () => (await countFound(db, actor, id, type, search, ids))[0]?.total ?? 0;
}

/** @throws AppError NOT_FOUND */
export async function getOrder({ db, actor }: ReadContext, id: string): Promise<OrderView> {
  const [order] = await selectOrders(db, sql`${orders} o where o.id = ${id} and ${visibleOrders(actor)}`);
  if (!order) throw notFound();
  return order;
}

/** Order counts by status. */
export async function countOrders({ db, actor }: ReadContext): Promise<z.infer<typeof OrderCounts>> {
  const rows = await countByStatus(db, actor.entity.id);
  const counts = { all: 0, pending: 0, accepted: 0, preparing: 0, shipped: 0, delivered: 0, cancelled: 0 };
  for (const { status, count } of rows) {
    counts[status] = count;
    counts.all += count;
  }
  return counts;
}

/** Adds up the trade with a partner; zeros where there is none. */
export async function partnerTotals(
  { db, actor: { entity } }: ReadContext,
  partnerId: string,
): Promise<z.infer<typeof PartnerTotals>> {
  const { since } = lastDays(entity.timezone, PARTNER_DAYS);
  const [row] =
    entity.type === 'cultivator' ? [] : await tradeWith(db, entity.type, entity.id, partnerId, since);
  if (!row?.last_ordered_at && (await anyBetween(db, entity.id, partnerId)).length === 0) throw notFound();
  const { cents = 0, ...counted } = row ?? { open_orders: 0, orders: 0, last_ordered_at: null };
  return { ...counted, days: PARTNER_DAYS, total: toDollars(cents) };
}

/** What happened to an order, oldest first. @throws AppError NOT_FOUND */
export async function listHistory(
  ctx: ReadContext,
  { id, ...page }: z.infer<typeof ListHistory>,
): Promise<z.infer<typeof OrderHistory>> {
  await getOrder(ctx, id);
  const ofOrder = eq(orderHistory.orderId, id);
  return readPage(
    page,
    ctx.db.select().from(orderHistory).where(ofOrder).orderBy(orderHistory.id),
    ctx.db.$count(orderHistory, ofOrder),
    (row) => ({
      id: row.id,
      action: row.action,
      from_status: row.fromStatus,
      to_status: row.toStatus,
      summary: row.summary,
      notes: row.notes,
      created_at: row.createdAt.toISOString(),
      actor: { ...personOf(row), entity_id: row.actorEntityId },
    }),
  );
}

/** Fields of an order that writes need besides the resource. */
export interface LockedOrder {
  order: OrderView;
  side: Side;
  taxRateBps: number;
}

/** Locks an order of the caller's against other writers until the transaction ends. @throws AppError NOT_FOUND */
export async function lockOrder({ db, actor }: ReadContext, id: string): Promise<LockedOrder> {
  const mine = sql`o.id = ${id} and ${visibleOrders(actor)}`;
  const [row] = await lockTaxRate(db, id, actor);
  const [order] = await selectOrders(db, sql`${orders} o where ${mine}`);
  if (!row || !order) throw notFound();
  return {
    order,
    side: order.retailer.id === actor.entity.id ? 'retailer' : 'wholesaler',
    taxRateBps: row.tax_rate_bps,
  };
}

/**
 * Orders as the resource.
 * @param from where they come from, as `o`
 * @param more columns that go with them, each followed by a comma
 */
export async function selectOrders(db: Db, from: SQL, more = sql``): Promise<OrderView[]> {
  const rows = await ordersFrom(db, more, from);
  return rows.map(({ subtotal_cents, tax_cents, total_cents, credit_cents, items, ...order }) => ({
    ...order,
    // Field by field: copying the rest of an object takes several times as long, and lists have hundreds of lines.
    items: items.map((item) => ({
      id: item.id,
      product_id: item.product_id,
      product_name: item.product_name,
      variant_id: item.variant_id,
      sku: item.sku,
      variant_name: item.variant_name,
      category: item.category,
      image: item.image,
      quantity: item.quantity,
      shipped_quantity: item.shipped_quantity,
      received_quantity: item.received_quantity,
      lots: item.lots ?? [],
      unit_price: toDollars(item.unit_price_cents),
      total: toDollars(item.total_cents),
    })),
    subtotal: toDollars(subtotal_cents),
    tax: toDollars(tax_cents),
    total: toDollars(total_cents),
    credit_total: credit_cents === null ? null : toDollars(credit_cents),
  }));
}
