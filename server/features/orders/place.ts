import type { z } from 'zod';
import { type AppError, forbidden, isAppError, notFound } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { type EntityType, SELLERS } from '../../kernel/permissions';
import { checkBuyer } from '../../kernel/sides';
import type { WriteContext } from '../../operation/context';
import { pipelined } from '../../platform/db/pipelined';
import { areConnected } from '../entities/connections/queries';
import { firstLocationId, holdLocation } from '../entities/locations/queries';
import { holdParties } from '../entities/queries';
import { lockSaleableVariants } from '../products/queries';
import { checkLicenses } from './checks';
import { type Share, shareOf } from './limits/queries';
import { checkPending } from './limits/service';
import { mergeLines, namesOf } from './merge';
import { newOrderNumber, totalsOf } from './pricing';
import { getOrder, type OrderView } from './queries';
import type { CreateOrder } from './schema';
import { suspect } from './sold-out';
import { allocate, chooseUnlocked, moveReserved, moveReservedAtLast } from './stock';
import type { Hold, PricedLine } from './stock.sql';
import { storeOrder } from './store';

/**
 * Places an order with a connected seller and reserves its stock (decisions 11, 12, 27, 30 and 31).
 * @throws AppError FORBIDDEN to those who never buy, NOT_FOUND (seller, product, variant or location), FORBIDDEN with
 *   `details.reason = "connection_required"`, LICENSE_EXPIRED, CONFLICT (also `too_many_pending`), INSUFFICIENT_STOCK, INVALID_REQUEST
 */
export async function placeOrder(ctx: WriteContext, input: z.infer<typeof CreateOrder>): Promise<OrderView> {
  checkBuyer(ctx.actor);
  const retailerId = ctx.actor.entity.id;
  const sellerId = input.wholesaler_id;
  const [parties, connected, receivingLocationId, variants] = await pipelined([
    holdParties(ctx.db, [retailerId, sellerId]),
    areConnected(ctx.db, retailerId, sellerId),
    receivingLocation(ctx, input.receiving_location_id),
    lockSaleableVariants(ctx.db, sellerId, namesOf(input.items)),
  ]);
  const retailer = parties.get(retailerId);
  const wholesaler = sellerOf(parties.get(sellerId), retailerId);
  if (!connected) throw notConnected(wholesaler);
  if (!retailer || !receivingLocationId) throw notFound();
  const lines = mergeLines(input.items, variants);
  checkLicenses({ retailer, wholesaler }, 'retailer');
  const totals = totalsOf(lines, wholesaler.taxRateBps);
  const { atLast } = ctx;
  await checkPending(ctx.db, retailerId, wholesaler);
  const { chosen, holds } = await chooseStock(ctx, input, lines, shareOf(retailerId, wholesaler));

  const order = {
    ...totals,
    id: newId(),
    orderNumber: newOrderNumber(new Date()),
    wholesalerId: sellerId,
    retailerId,
    receivingLocationId,
    taxRateBps: wholesaler.taxRateBps,
    deliveryDate: input.delivery_date ?? null,
    deliveryWindow: input.delivery_window ?? null,
    notes: input.notes || null,
    poNumber: input.po_number ?? null,
    createdBy: ctx.actor.userId,
  };
  // Sent together, run in this order: a duplicate order number is the error that is reported.
  const [, , placed] = await pipelined([
    storeOrder(ctx, order, lines, holds),
    chosen ? null : moveReserved(ctx, order, holds),
    getOrder(ctx, order.id),
  ]);
  if (atLast && chosen) moveReservedAtLast(ctx, atLast, order, chosen);
  for (const party of [placed.wholesaler, placed.retailer]) {
    ctx.emit('order.created', party.id, { ...placed, previous_status: null, status_notes: null });
  }
  ctx.audit({ action: 'order.created', objectId: order.id, after: placed });
  return placed;
}

/** @returns what the lines are to hold; `chosen` is the same where it was found without a lock */
async function chooseStock(
  ctx: WriteContext,
  input: z.infer<typeof CreateOrder>,
  lines: readonly PricedLine[],
  share: Share | null,
): Promise<{ chosen: Hold[] | null; holds: Hold[] }> {
  const sellerId = input.wholesaler_id;
  try {
    const chosen = ctx.atLast && !share ? await chooseUnlocked(ctx, sellerId, lines) : null;
    return { chosen, holds: chosen ?? (await allocate(ctx, sellerId, lines, share)) };
  } catch (error) {
    if (isAppError(error) && error.code === 'INSUFFICIENT_STOCK' && !share) suspect(input);
    throw error;
  }
}

/** @throws AppError NOT_FOUND unless it is another business that sells */
export function sellerOf<P extends { id: string; type: EntityType }>(
  party: P | undefined,
  buyerId: string,
): P {
  if (!party || party.id === buyerId || !SELLERS.includes(party.type)) throw notFound();
  return party;
}

export function notConnected({ name }: { name: string }): AppError {
  return forbidden(
    `You are not connected with ${name}. Request a connection (POST /api/v1/entity/connections/request) and order once it is accepted.`,
    { reason: 'connection_required' },
  );
}

/** Where the goods go: within what a limited member may change, who could not receive them elsewhere. */
async function receivingLocation(
  { db, actor }: WriteContext,
  asked: string | undefined,
): Promise<string | null> {
  if (!asked) return firstLocationId(db, actor.entity.id, actor.locationLimit);
  if (actor.locationLimit?.includes(asked) === false) return null;
  return (await holdLocation(db, actor.entity.id, asked)) ? asked : null;
}
