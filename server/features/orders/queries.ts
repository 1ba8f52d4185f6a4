import { eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { lastDays } from '../../kernel/clock';
import { invalidRequest, notFound } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import { listedIds } from '../../kernel/params';
import type { ReadContext } from '../../operation/context';
import { RetryTransaction } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { personOf } from '../../platform/db/columns';
import { isAmong, readPage } from '../../platform/db/listing';
import { pipelined } from '../../platform/db/pipelined';
import { readList } from '../../platform/db/text-list';
import { isLimitedTo } from '../../platform/db/walk';
import { rejectWhileMerging } from '../entities/claims/queries';
import { anyBetween } from '../entities/connections/queries.sql';
import type { Credit } from '../entities/customers/credit/queries.sql';
import { currentId } from '../entities/customers/queries';
import { countByStatus, keptCount } from './figures/totals.sql';
import { lockInTurn } from './flow/holding.sql';
import { type KeptLine, keptLines, type SaleTerms, saleTerms } from './money/kept.sql';
import type { OrderTerms } from './money/pricing';
import {
  BOTH,
  countFound,
  ON_BOTH_SIDES,
  ORDERS,
  type OrderFilters,
  type OrderView,
  orderPage,
  partiesOf,
  partnersNamed,
  type Reader,
  readOrders,
  summaryPage,
  tradeWith,
  tradeWithEach,
  visibleOrders,
} from './queries.sql';
import type { OrderList, OrderSummaryList } from './resource';
import {
  type OrderCounts,
  PARTNER_DAYS,
  type PartnerId,
  type PartnerIds,
  type PartnerTotals,
  type PartnerTrends,
  TREND_DAYS,
  TREND_WEEKS,
} from './schema';
import type { Side, SideQuery } from './shapes/flow.schema';
import type { ListHistory, OrderHistory } from './shapes/timeline.schema';
import { orderHistory } from './tables';

export { type OrderView, readOrders } from './queries.sql';

export function listOrders(ctx: ReadContext, input: OrderFilters): Promise<z.infer<typeof OrderList>> {
  return readOrderPage(ctx, input, orderPage);
}

/** The same orders without their lines. */
export function listSummaries(
  ctx: ReadContext,
  input: OrderFilters,
): Promise<z.infer<typeof OrderSummaryList>> {
  return readOrderPage(ctx, input, summaryPage);
}

async function readOrderPage<T>({ db, actor }: ReadContext, input: OrderFilters, page: typeof orderPage) {
  const { start_date, end_date } = input;
  if (start_date && end_date && start_date > end_date) {
    throw invalidRequest([
      { path: 'end_date', code: 'range_upside_down', message: 'must not be before start_date' },
    ]);
  }
  const sides = partiesOf(actor, input.side);
  const { search } = input;
  const found = search
    ? await Promise.all(sides.map((side) => partnersNamed(db, actor.entity.id, side, search)))
    : [];
  const parties = found.flatMap((rows) => rows.map((party) => party.id));
  return readList<T, Reader, OrderFilters>(
    { db, actor: { ...actor, parties } },
    sides.length > 1 ? ON_BOTH_SIDES : ORDERS,
    page,
    input,
    countOf(db, actor, input, parties),
  );
}

/** How orders are counted: from kept totals, what a search alone finds in two parts, or row by row. */
function countOf(
  db: Db,
  actor: ReadContext['actor'],
  input: OrderFilters,
  parties: readonly string[],
): SQL | (() => Promise<number>) | undefined {
  if (isLimitedTo(input, ['side', 'status', 'start_date', 'end_date'])) return keptCount(actor.entity, input);
  const { search, side } = input;
  if (!search || parties.length === 0 || !isLimitedTo(input, ['side', 'search'])) return undefined;
  return async () => (await countFound(db, actor, side, search, parties))[0]?.total ?? 0;
}

/** @throws AppError NOT_FOUND */
export async function getOrder({ db, actor }: ReadContext, id: string): Promise<OrderView> {
  const [order] = await readOrders(db, sql`o.id = ${id} and ${visibleOrders(actor)}`, actor);
  if (!order) throw notFound();
  return order;
}

/** Orders that were just placed, which have no external ids so far. */
export const placedOrders = (db: Db, ids: readonly string[]): Promise<OrderView[]> =>
  readOrders(db, isAmong(sql`o.id`, ids), BOTH);

/** Order counts by status. */
export async function countOrders(
  { db, actor }: ReadContext,
  { side }: z.infer<typeof SideQuery>,
): Promise<z.infer<typeof OrderCounts>> {
  const rows = await countByStatus(db, actor.entity.id, side);
  const counts = { all: 0, pending: 0, accepted: 0, preparing: 0, shipped: 0, delivered: 0, cancelled: 0 };
  for (const { status, count } of rows) {
    counts[status] = count;
    counts.all += count;
  }
  return counts;
}

/** Adds up the trade with a partner, on either side or on one; zeros where there is none. @throws AppError NOT_FOUND */
export async function partnerTotals(
  { db, actor: { entity } }: ReadContext,
  { id: given, side }: z.infer<typeof PartnerId>,
): Promise<z.infer<typeof PartnerTotals>> {
  const id = await currentId(db, entity.id, given);
  const { since } = lastDays(entity.timezone, PARTNER_DAYS);
  const [row] = await tradeWith(db, entity.id, id, since, side);
  const isKnown = async () =>
    (await anyBetween(db, entity.id, id)).length > 0 ||
    Boolean(side && (await tradeWith(db, entity.id, id, since))[0]?.last_ordered_at);
  if (!row?.last_ordered_at && !(await isKnown())) throw notFound();
  const { cents = 0, ...counted } = row ?? { open_orders: 0, orders: 0, last_ordered_at: null };
  return { ...counted, days: PARTNER_DAYS, total: toDollars(cents) };
}

/** Adds up the trade with each of several businesses on one side; zeros where there is none, known or not. */
export async function partnerTrends(
  { db, actor: { entity } }: ReadContext,
  { ids, side }: z.infer<typeof PartnerIds>,
): Promise<z.infer<typeof PartnerTrends>> {
  const { since } = lastDays(entity.timezone, TREND_DAYS);
  const rows = await tradeWithEach(db, entity.id, listedIds(ids), since, side, TREND_WEEKS);
  return {
    days: TREND_DAYS,
    data: rows.map(({ weeks, ...row }) => {
      const cents = Array.from({ length: TREND_WEEKS }, (_, week) => weeks[week] ?? 0);
      return {
        ...row,
        total: toDollars(cents.reduce((sum, one) => sum + one, 0)),
        weeks: cents.map(toDollars),
      };
    }),
  };
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
      before: row.before,
      after: row.after,
      created_at: row.createdAt.toISOString(),
      actor: { ...personOf(row), entity_id: row.actorEntityId },
    }),
  );
}

/** Fields of an order that writes need besides the resource. */
export interface LockedOrder {
  order: OrderView;
  side: Side;
  /** Whether its buyer isn't on board: the seller takes the buyer's steps, too. */
  unclaimed: boolean;
  /** What its money is worked out with, beside its lines. */
  terms: OrderTerms;
  /** What its seller allows its buyer to owe. */
  credit: Pick<Credit, 'limitCents' | 'stage' | 'onHold'>;
}

/** The same with its lines as they are priced. */
export interface PricedOrder extends LockedOrder {
  lines: KeptLine[];
  sale: SaleTerms;
}

/**
 * Locks an order of the caller's against other writers until the transaction ends, after what is locked before orders.
 * @param options.cancels whether the order may be canceled, and what it left on backorder with it
 * @throws AppError NOT_FOUND, RetryTransaction where a merge has changed its parties meanwhile
 */
export async function lockOrder(
  { db, actor }: ReadContext,
  id: string,
  { cancels = false } = {},
): Promise<LockedOrder> {
  const [[row], [order]] = await pipelined([
    lockInTurn(db, id, actor, cancels),
    readOrders(db, sql`o.id = ${id} and ${visibleOrders(actor)}`, actor),
  ]);
  const locked = lockedAs(actor, row, order);
  if (locked.unclaimed) await rejectWhileMerging(db, locked.order.retailer.id);
  return locked;
}

/** The same, for a change of its money. @throws as `lockOrder` */
export async function lockPriced({ db, actor }: ReadContext, id: string): Promise<PricedOrder> {
  // One list, so that the lines are read behind the lock.
  const [[row], [order], lines, [sale]] = await pipelined([
    lockInTurn(db, id, actor, false),
    readOrders(db, sql`o.id = ${id} and ${visibleOrders(actor)}`, actor),
    keptLines(db, id),
    saleTerms(db, id),
  ]);
  if (!sale) throw notFound();
  const locked = lockedAs(actor, row, order);
  if (locked.unclaimed) await rejectWhileMerging(db, locked.order.retailer.id);
  return { ...locked, lines, sale };
}

function lockedAs(
  { entity }: ReadContext['actor'],
  row: Awaited<ReturnType<typeof lockInTurn>>[number] | undefined,
  order: OrderView | undefined,
): LockedOrder {
  if (row && !row.same) throw new RetryTransaction('the parties of the order have changed');
  if (!row || !order) throw notFound();
  return {
    order,
    side: order.retailer.id === entity.id ? 'retailer' : 'wholesaler',
    unclaimed: row.unclaimed,
    credit: row.credit,
    terms: { taxRateBps: row.tax_rate_bps, taxRules: row.tax_rules, adjustments: row.adjustments },
  };
}
