import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { invalidRequest, notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { isAmong } from '../../platform/db/listing';
import { readList } from '../../platform/db/text-list';
import { isLimitedTo } from '../../platform/db/walk';
import { keptCount } from './figures/totals.sql';
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
  visibleOrders,
} from './queries.sql';
import type { OrderList, OrderSummaryList } from './resource';

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

/** What a buyer gets in response to a change is all that it reads of the order; the seller also has notes of its own. */
export const isSeenByBuyer = (view: Record<string, unknown>, { entity }: Actor) =>
  (view.retailer as { id?: string } | undefined)?.id === entity.id;
