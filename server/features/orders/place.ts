import { isAppError } from '../../kernel/errors';
import type { WriteContext } from '../../operation/context';
import { pipelined } from '../../platform/db/pipelined';
import { compareLater } from '../entities/claims/service';
import { changeExternalIds } from '../entities/external-ids/service';
import { recipientsOf, sharedPart } from './announce';
import { openBackorders } from './backorders/open';
import { checkLimit, exposedBeside } from './credit';
import type { FrozenPrices } from './ladders';
import { type Share, shareOf } from './limits/queries';
import { checkPending } from './limits/service';
import type { Override } from './lines/schema';
import type { Parties } from './parties';
import { type Prepared, prepareOrders } from './prepare';
import { type OrderView, placedOrders } from './queries';
import { type NewOrderInput, takesWhatThereIs } from './schema';
import { checkShelfLife } from './short-dated';
import { whatThereIs } from './shortage';
import { suspect } from './sold-out';
import { FLOW } from './state';
import { applyStep, movedRow } from './step';
import { allocate, chooseUnlocked, moveReserved, moveReservedAtLast } from './stock';
import type { Hold } from './stock.sql';
import { storeOrders } from './store';

/** An order to place. */
export interface Placing extends Parties {
  ctx: WriteContext;
  input: NewOrderInput;
  /** Of a quote, whose terms hold as they were sent. */
  frozen?: FrozenPrices;
}

/**
 * Places an order of two connected businesses and reserves its stock (decisions 11, 12, 27, 30, 31 and 521). A seller's is
 * accepted at once unless it says otherwise.
 * @throws AppError as `prepareOrders` says, CONFLICT (`too_many_pending`, `too_many` backorders, `credit_limit`), INSUFFICIENT_STOCK
 */
export async function placeOrder(call: Placing): Promise<OrderView> {
  const { ctx, input, sellerId, buyerId, enteredBy } = call;
  const [prepared] = (await prepareOrders(ctx.db, sellerId, [call])) as [Prepared];
  if (isAppError(prepared)) throw prepared;
  const { wholesaler, unclaimed } = prepared;
  const { atLast } = ctx;
  // What a seller allows its buyers is no limit of its own.
  const isBuyers = enteredBy === 'buyer';
  if (isBuyers) await checkPending(ctx.db, buyerId, wholesaler);
  const share = isBuyers ? shareOf(buyerId, wholesaler) : null;
  const accepts = !isBuyers && input.accept !== false;
  const exposed =
    prepared.credit &&
    (await exposedBeside(ctx.db, prepared.credit, accepts ? 'accepted' : 'pending', prepared.order));
  const { chosen, holds } = await chooseStock(call, prepared, share);
  const { order, lines, missing } = whatThereIs(prepared, holds);
  const overridden = [
    ...new Set([
      ...prepared.overridden,
      ...checkShelfLife(lines, holds, prepared.route.arrival, input.override),
      ...checkLimit(exposed, order.totalCents, input.override),
    ]),
  ];
  // Sent together, run in this order: a duplicate order number is the error that is reported.
  const [, , [placed]] = await pipelined([
    storeOrders(ctx.db, [{ ctx, order, lines, holds, overridden }]),
    chosen ? null : moveReserved(ctx, order, holds),
    placedOrders(ctx.db, [order.id]),
  ]);
  if (atLast && chosen) moveReservedAtLast(atLast, [{ ctx, order, holds }]);
  await changeExternalIds(ctx, 'order', [{ id: order.id, ids: input.external_ids }]);
  const view: OrderView = { ...(placed as OrderView), external_ids: input.external_ids ?? {} };
  announce(ctx, view, { unclaimed, overridden });
  // One that is traded with may be claimed by its license (decision 902).
  if (unclaimed) await compareLater(ctx.db, sellerId, buyerId);
  if (input.shortage === 'backorder' && missing.length > 0) {
    const { id: orderId, receivingLocationId } = order;
    await openBackorders(ctx, { sellerId, buyerId, orderId, receivingLocationId, lines: missing });
  }
  return accepts ? accept(ctx, view, unclaimed) : view;
}

/**
 * Emits and records that an order was placed.
 * @param how whether its buyer isn't on board, and what its seller passed over, which its own audit log says alone
 */
export function announce(
  ctx: WriteContext,
  placed: OrderView,
  { unclaimed, overridden = [] }: { unclaimed: boolean; overridden?: readonly Override[] },
): void {
  for (const party of recipientsOf({ order: placed, unclaimed })) {
    ctx.emit('order.created', party.id, { ...sharedPart(placed), previous_status: null, status_notes: null });
  }
  const after = { ...placed, ...(overridden.length > 0 && { override: overridden }) };
  ctx.audit({ action: 'order.created', objectId: placed.id, after });
}

/** Placing has checked what accepting requires. */
export async function accept(ctx: WriteContext, order: OrderView, unclaimed: boolean): Promise<OrderView> {
  const step = FLOW.pending.accepted;
  if (!step) throw new Error('A pending order can be accepted');
  const accepted = await applyStep(ctx, { order, unclaimed }, 'accepted', step, null);
  ctx.audit(movedRow(order, 'accepted', null));
  return accepted;
}

/** @returns what the lines are to hold; `chosen` is the same where it was found without a lock */
async function chooseStock(
  { ctx, input, sellerId }: Placing,
  { lines, route, secret }: Pick<Prepared, 'lines' | 'route' | 'secret'>,
  share: Share | null,
): Promise<{ chosen: Hold[] | null; holds: Hold[] }> {
  const partial = takesWhatThereIs(input);
  try {
    // Backorders take their pair's turn after the stock, as all others do.
    const waits = share !== null || input.shortage === 'backorder';
    const chosen =
      ctx.atLast && !waits ? await chooseUnlocked(ctx, sellerId, lines, { route, partial, secret }) : null;
    return {
      chosen,
      holds: chosen ?? (await allocate(ctx, sellerId, lines, { route, share, partial, secret })),
    };
  } catch (error) {
    if (isAppError(error) && error.code === 'INSUFFICIENT_STOCK' && !share) suspect(sellerId, input);
    throw error;
  }
}
