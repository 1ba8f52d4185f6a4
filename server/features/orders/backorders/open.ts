import { sql } from 'drizzle-orm';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import { isAmong } from '../../../platform/db/listing';
import { pipelined } from '../../../platform/db/pipelined';
import { type LadderStep, loweredBy, oneStep } from '../../pricing/ladder';
import type { OrderView } from '../queries.sql';
import type { PricedLine } from '../stock/holds.sql';
import { cancelOpenOf, lockRoom, readBackorders, roomOfPair, unclaimedBuyers } from './queries.sql';
import type { BackorderView } from './resource';
import { MAX_OPEN } from './schema';
import { backorders } from './tables';

/** Units to put on backorder, and for whom. */
export interface Wanted {
  sellerId: string;
  buyerId: string;
  receivingLocationId: string;
  orderId: string | null;
  lines: readonly PricedLine[];
}

/**
 * Puts units on backorder at the prices of their lines; the parties on board learn of it.
 * @throws AppError CONFLICT with `details.reason = "too_many"` for more open ones than a buyer may have with a seller
 */
export async function openBackorders(ctx: WriteContext, wanted: Wanted): Promise<BackorderView[]> {
  const { lines, ...parties } = wanted;
  await lockRoom(ctx.db, wanted.sellerId, wanted.buyerId);
  const [room] = await roomOfPair(ctx.db, wanted.sellerId, wanted.buyerId);
  if (!room || room.open + lines.length > MAX_OPEN) {
    throw tooManyOpen();
  }
  const rows = lines.map(({ productId, productName, variantId, sku, quantity, breakSteps, ...price }) => ({
    id: newId(),
    ...parties,
    productId,
    productName,
    variantId,
    sku,
    quantity,
    ladder: frozenLadder(price),
    breakSteps: breakSteps && breakSteps > quantity ? breakSteps : null,
    expiresOn: room.expires_on,
  }));
  await ctx.db.insert(backorders).values(rows);
  const opened = await reportBackorders(
    ctx,
    rows.map(({ id }) => id),
    'opened',
  );
  for (const view of opened) ctx.audit({ action: 'backorder.created', objectId: view.id, after: view });
  return opened;
}

/** The error of more open backorders than a buyer may have with a seller. */
export const tooManyOpen = () =>
  new AppError(
    'CONFLICT',
    `There are at most ${MAX_OPEN} open backorders between two businesses. Fill or cancel some first.`,
    { reason: 'too_many', limit: MAX_OPEN },
  );

/** The ladder by which units are filled: a price that was given holds, and so does the discount of the line. */
function frozenLadder({
  priceLadder,
  priceSource,
  unitPriceCents,
  discountBps = 0,
}: Pick<PricedLine, 'priceLadder' | 'priceSource' | 'unitPriceCents' | 'discountBps'>): LadderStep[] {
  const isGiven =
    priceLadder === null || priceLadder === undefined || priceSource === 'manual' || priceSource === 'sample';
  const ladder = isGiven ? oneStep(unitPriceCents, priceSource) : priceLadder;
  return discountBps === 0 ? ladder : loweredBy(ladder, discountBps);
}

/** The event of what became of a backorder. */
export const BACKORDER_EVENTS = {
  opened: 'backorder.opened',
  filled: 'backorder.filled',
  cancelled: 'backorder.cancelled',
} as const;

/** Reports to the parties on board what became of backorders. */
export async function reportBackorders(
  { db, emit }: Pick<WriteContext, 'db' | 'emit'>,
  ids: readonly string[],
  became: keyof typeof BACKORDER_EVENTS,
): Promise<BackorderView[]> {
  if (ids.length === 0) return [];
  const [views, unclaimed] = await pipelined([
    readBackorders(db, sql`${isAmong(sql`b.id`, ids)} order by b.id`),
    unclaimedBuyers(db, ids),
  ]);
  const silent = new Set(unclaimed.map(({ id }) => id));
  for (const view of views) {
    for (const { id } of [view.seller, view.buyer])
      if (!silent.has(id)) emit(BACKORDER_EVENTS[became], id, view);
  }
  return views;
}

/** Cancels what an order that is canceled left on backorder; the order and its backorders are locked. */
export async function cancelOfOrder(
  ctx: Pick<WriteContext, 'db' | 'emit'>,
  { id }: OrderView,
): Promise<void> {
  const cancelled = await cancelOpenOf(ctx.db, id);
  await reportBackorders(
    ctx,
    cancelled.map(({ id }) => id),
    'cancelled',
  );
}
