import { sql } from 'drizzle-orm';
import type { AppError } from '../../../kernel/errors';
import type { Route } from '../../../kernel/premises';
import type { WriteContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import {
  alongRoute,
  lockSaleable,
  type Stock,
  sellableUnits,
  skippedUnits,
  takeUnits,
} from '../../inventory/allocation';
import {
  applyMoves,
  type LedgerContext,
  type Move,
  type MoveCause,
  reserveAtLast,
} from '../../inventory/ledger';
import type { OrderView } from '../queries';
import { orderAllocations } from '../tables';
import { deleteHold, type Hold, holdsOfLine, markShipped, reduceHold } from './holds.sql';
import { leftOfShare, type Share } from './limits/queries';
import { beyondShare, notEnough, nothingAvailable } from './limits/rejections';
import { type Barred, barredLines } from './premises';

/** Lines above which an order locks its stock first, and has a plan of its own. */
export const FEW_LINES = 20;

/** Units that a line wants to hold. `itemId` is the order item's. */
export interface Wanted {
  itemId: string;
  variantId: string;
  productId: string;
  sku: string;
  quantity: number;
  /** Where the line takes what there is: in multiples of so many. */
  caseSize?: number;
}

/** What holds for a choice of stock. */
export interface Terms {
  route: Route;
  /** What the buyer may hold; the locks keep parallel orders from exceeding it together. */
  share: Share | null;
  /** Whether lines that fall short take what there is. */
  partial?: boolean;
  /** Variants that an offer lets the buyer have from the seller's secret menu, too. */
  secret?: readonly string[];
}

/**
 * Finds the stock for the lines: lots that can be sold, soonest expiration first, then units without a lot: the seller's
 * vault, then its sales floor, then what an offer opens of its secret menu, oldest rows first, split if need be. Batches and rows stay locked until the transaction ends.
 * @returns what each line is to hold of which row and lot
 * @throws AppError as the first of `stockErrors`
 */
export async function allocate(
  ctx: WriteContext,
  sellerId: string,
  wanted: readonly Wanted[],
  { route, share, partial = false, secret }: Terms,
): Promise<Hold[]> {
  const variantIds = wanted.map((line) => line.variantId);
  const stock = await lockSaleable(ctx.db, sellerId, variantIds, secret);
  const open = share && alongRoute(stock, route);
  const sellable = open && new Map(variantIds.map((id) => [id, sellableUnits(open, id)]));
  const pair = share && { buyerId: share.retailerId, sellerId };
  const left = pair && sellable && (await leftOfShare(ctx.db, pair, sellable, share.percent));
  const picked = pick(stock, wanted, {
    ...{ route, partial },
    ...(share && left && { share: { percent: share.percent, left } }),
  });
  const errors = stockErrors(picked);
  const first = errors.premises[0]?.error ?? errors.share?.error ?? errors.stock?.error ?? errors.nothing;
  if (first) throw first;
  return picked.holds;
}

/** Units by variant that the buyer may still hold. */
export interface ShareLeft {
  percent: number;
  left: ReadonlyMap<string, number>;
}

/** What lines are to hold, and what they lack. */
export interface Picked {
  holds: Hold[];
  partial: boolean;
  percent: number;
  /** Lines whose goods are only at premises that they may not leave. */
  barred: Array<Barred<Wanted>>;
  /** Each line with what was there of it, and what its buyer may still hold, before it took any. */
  lines: Array<{ line: Wanted; there: number; left: number; taken: number; skipped: Skipped }>;
}
type Skipped = ReturnType<typeof skippedUnits>;

/** Chooses for lines of what there is, which is then no longer available in `everywhere`. */
export function pick(
  everywhere: Stock,
  wanted: readonly Wanted[],
  { route, share, partial = false }: Omit<Terms, 'share' | 'secret'> & { share?: ShareLeft | null },
): Picked {
  const stock = alongRoute(everywhere, route);
  const barred = barredLines(stock, wanted, route);
  const holds: Hold[] = [];
  const lines = wanted.map((line) => {
    const left = share?.left.get(line.variantId) ?? Number.POSITIVE_INFINITY;
    const there = sellableUnits(stock, line.variantId);
    const most = Math.min(left, line.quantity);
    const units = takeUnits(stock, line.variantId, partial ? wholeCases(line, Math.min(most, there)) : most);
    holds.push(...units.map((unit) => ({ ...unit, orderItemId: line.itemId })));
    const taken = units.reduce((sum, { quantity }) => sum + quantity, 0);
    const skipped = taken < line.quantity ? skippedUnits(stock, line.variantId) : [];
    return { line, there, left, taken, skipped };
  });
  return { holds, partial, percent: share?.percent ?? 100, barred, lines };
}

/** Errors of lines, which one error of the order names together. */
export interface ErrorOfLines {
  error: AppError;
  lines: Array<{ line: Wanted; error: AppError }>;
}

/**
 * What stands against a choice: premises that goods may not leave (LICENSE_EXPIRED, CONFLICT with `license_not_active` or
 * `different_states`), what is beyond the buyer's share, and what the stock lacks (INSUFFICIENT_STOCK). What takes what there is lacks
 * something only where nothing is there.
 */
export function stockErrors({ holds, partial, percent, barred, lines }: Picked): {
  premises: Array<{ line: Wanted; error: AppError }>;
  share: ErrorOfLines | null;
  stock: ErrorOfLines | null;
  nothing: AppError | null;
} {
  const short = lines.filter(({ line, taken }) => taken < line.quantity);
  const details = short.map(({ line: { productId, variantId, sku }, taken: available, skipped }) => ({
    ...{ product_id: productId, variant_id: variantId, sku, available },
    ...(skipped.length > 0 && { skipped }),
  }));
  if (partial) {
    const isEmpty = lines.length > 0 && holds.length === 0;
    const premises = isEmpty ? barred : [];
    return {
      ...{ premises, share: null, stock: null },
      nothing: isEmpty && premises.length === 0 ? nothingAvailable(details) : null,
    };
  }
  // What is where it may not leave would be there, were that its only fault.
  const kept = new Map(barred.map(({ line, units }) => [line.variantId, units]));
  const beyond = lines.filter(({ line, left }) => left < line.quantity);
  const lacking = lines.filter(({ line, there }) => (kept.get(line.variantId) ?? there) < line.quantity);
  return {
    premises: barred,
    share: ofLines(beyond, details, (named) => beyondShare(percent, named)),
    stock: ofLines(lacking, details, notEnough),
    nothing: null,
  };
}

/** @param details what the error of the order names */
function ofLines(
  lines: Picked['lines'],
  details: readonly object[],
  errorOf: (named: readonly object[]) => AppError,
): ErrorOfLines | null {
  if (lines.length === 0) return null;
  return { error: errorOf(details), lines: lines.map(({ line }) => ({ line, error: errorOf([]) })) };
}

/** Of what there is of a line, whole cases, unless that is all of it (T21). @param there at least 0 */
export const wholeCases = (
  { quantity, caseSize = 1 }: Pick<Wanted, 'quantity' | 'caseSize'>,
  there: number,
) => (there >= quantity ? quantity : there - (there % caseSize));

/** Reserves what `allocate` found, on the order's behalf. */
export async function reserve(
  ctx: WriteContext,
  order: { id: string; wholesalerId: string },
  holds: readonly Hold[],
): Promise<void> {
  if (holds.length === 0) return;
  await pipelined([storeAllocations(ctx, order.id, holds), moveReserved(ctx, order, holds)]);
}

async function storeAllocations(
  ctx: Pick<WriteContext, 'db'>,
  orderId: string,
  holds: readonly Hold[],
): Promise<void> {
  await ctx.db
    .insert(orderAllocations)
    .values(holds.map((hold) => ({ ...hold, orderId })))
    .onConflictDoUpdate({
      target: [orderAllocations.orderItemId, orderAllocations.inventoryItemId, orderAllocations.lotId],
      set: { quantity: sql`${orderAllocations.quantity} + excluded.quantity` },
    });
}

/** Counts what `allocate` found, and locked, as reserved. */
export async function moveReserved(
  ctx: WriteContext,
  order: { id: string; wholesalerId: string },
  holds: readonly Hold[],
): Promise<void> {
  await moveStock(ctx, order, holds, { delta: 0, reservedDelta: 1 }, null, true);
}

/** Orders of one seller, each with who places it and what was found for it without a lock. */
export type Found = readonly [FoundOrder, ...FoundOrder[]];
interface FoundOrder {
  ctx: WriteContext;
  order: { id: string; wholesalerId: string };
  holds: readonly Hold[];
}

/** Counts what was found without a lock as reserved, unless it has changed by then. */
export function moveReservedAtLast(atLast: NonNullable<WriteContext['atLast']>, found: Found): void {
  const [{ ctx, order }] = found;
  const moves = found.flatMap((one) => {
    const by = { ...moverOf(one.ctx), sourceId: one.order.id };
    return movesOf(one.holds, 0, 1).map((move) => (found.length === 1 ? move : { ...move, by }));
  });
  reserveAtLast(ctx, atLast, moves, causeOf(order, null));
}

const moverOf = ({ actor, request }: WriteContext) => ({ actor, request });

/** Releases units that a line holds, the last reserved first. */
export async function release(
  ctx: WriteContext,
  order: { id: string; wholesalerId: string },
  orderItemId: string,
  quantity: number,
): Promise<void> {
  const held = await holdsOfLine(ctx.db, orderItemId);
  const freed: Hold[] = [];
  let left = quantity;
  for (const row of held) {
    const part = Math.min(left, row.quantity);
    if (part === 0) break;
    freed.push({ orderItemId, inventoryItemId: row.inventory_item_id, lotId: row.lot_id, quantity: part });
    left -= part;
  }
  await dropAllocations(ctx, freed);
  await moveStock(ctx, order, freed, { delta: 0, reservedDelta: -1 }, null);
}

/** Takes units off what lines hold; what is empty goes. */
async function dropAllocations(ctx: Pick<WriteContext, 'db'>, freed: readonly Hold[]): Promise<void> {
  for (const hold of freed) {
    const { count } = await deleteHold(ctx.db, hold);
    if (count === 0) await reduceHold(ctx.db, hold);
  }
}

/** Lets a line hold other units instead; both are locked. */
export async function exchange(
  ctx: WriteContext,
  order: { id: string; wholesalerId: string },
  freed: readonly Hold[],
  taken: readonly Hold[],
): Promise<void> {
  await dropAllocations(ctx, freed);
  if (taken.length > 0) await storeAllocations(ctx, order.id, taken);
  const moves = [...movesOf(freed, 0, -1), ...movesOf(taken, 0, 1)];
  if (moves.length > 0) await applyMoves(ctx, moves, { ...causeOf(order, null), locked: true });
}

/** Releases everything that a canceled order holds. */
export async function releaseAll(ctx: LedgerContext, order: OrderView, notes: string | null): Promise<void> {
  const holds = await ctx.db
    .delete(orderAllocations)
    .where(sql`${orderAllocations.orderId} = ${order.id}`)
    .returning(HOLD);
  await moveStock(ctx, idsOf(order), holds, { delta: 0, reservedDelta: -1 }, notes);
}

/** Removes everything that a shipped order holds from the seller's stock, and keeps on record what was shipped. */
export async function ship(ctx: LedgerContext, order: OrderView): Promise<void> {
  const [holds] = await pipelined([
    ctx.db
      .update(orderAllocations)
      .set({ shippedAt: sql`now()` })
      .where(sql`${orderAllocations.orderId} = ${order.id}`)
      .returning(HOLD),
    markShipped(ctx.db, order.id),
  ]);
  await moveStock(ctx, idsOf(order), holds, { delta: -1, reservedDelta: -1 }, null);
}

const HOLD = {
  orderItemId: orderAllocations.orderItemId,
  inventoryItemId: orderAllocations.inventoryItemId,
  lotId: orderAllocations.lotId,
  quantity: orderAllocations.quantity,
};

/**
 * @param sign what one unit held does to the row's quantity and reserved quantity
 * @param locked true when the transaction holds the rows' locks already
 */
async function moveStock(
  ctx: LedgerContext,
  order: { id: string; wholesalerId: string },
  holds: readonly Hold[],
  sign: { delta: number; reservedDelta: number },
  notes: string | null,
  locked = false,
): Promise<void> {
  const moves = movesOf(holds, sign.delta, sign.reservedDelta);
  if (moves.length > 0) await applyMoves(ctx, moves, { ...causeOf(order, notes), locked });
}

/** One move of each row and lot, however many lines hold it. */
function movesOf(holds: readonly Hold[], delta: number, reservedDelta: number): Move[] {
  const units = new Map<string, Hold>();
  for (const hold of holds) {
    const key = `${hold.inventoryItemId}/${hold.lotId}`;
    units.set(key, { ...hold, quantity: (units.get(key)?.quantity ?? 0) + hold.quantity });
  }
  return [...units.values()].map(({ inventoryItemId, lotId, quantity }) => ({
    itemId: inventoryItemId,
    lotId,
    lotBasis: 'inferred',
    delta: delta * quantity,
    reservedDelta: reservedDelta * quantity,
  }));
}

function causeOf(order: { id: string; wholesalerId: string }, notes: string | null): MoveCause {
  return {
    entityId: order.wholesalerId,
    reason: 'SALE',
    source: { type: 'order', id: order.id },
    notes,
    chosen: true,
  };
}

function idsOf(order: OrderView): { id: string; wholesalerId: string } {
  return { id: order.id, wholesalerId: order.wholesaler.id };
}
