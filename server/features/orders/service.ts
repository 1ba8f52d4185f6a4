import type { z } from 'zod';
import { AppError, forbidden, lacking } from '../../kernel/errors';
import { PACKING } from '../../kernel/order-statuses';
import type { WriteContext } from '../../operation/context';
import { checkPace } from '../../operation/pace';
import { suspendedAmong } from '../entities/queries.sql';
import { type LockedOrder, lockOrder } from './flow/lock';
import { checkRequirements } from './flow/requirements';
import { checkShipment, recordShipment } from './flow/shipment';
import { FLOW, isOtherSidesMove, type Step } from './flow/state';
import { applyStep, movedRow } from './flow/step';
import { checkStep } from './money/exposure';
import type { Override } from './placing/conditions.schema';
import { sellersField } from './placing/sides';
import type { OrderView } from './queries';
import { recordReceipt } from './receipts/service';
import type { CancelOrder, MoveOrder } from './schema';
import { cancelsBesideSuspended, nextStatuses, type OrderStatus, type Side } from './shapes/flow.schema';
import { isOverriding } from './shapes/lines.schema';

/** By a buyer, per seller; the seller's own, lapsed orders and deleted businesses don't count. */
const CANCELLATIONS_PER_HOUR = 60;

/**
 * Moves an order one step along its flow, with the stock that the step moves. A retailer who marks an order delivered
 * accepts everything; its seller's mark leaves the receipt to the retailer. With `dry_run` the order stays unchanged (decision 461).
 * @throws AppError NOT_FOUND, FORBIDDEN (the other side's step), INVALID_TRANSITION with `{from, to, allowed}`,
 *   LICENSE_EXPIRED, COA_REQUIRED, CONFLICT
 */
export async function moveOrder(
  ctx: WriteContext,
  { id, status: to, notes, expected_status, dry_run, override, ...shipment }: z.infer<typeof MoveOrder>,
): Promise<OrderView> {
  const cancels = to === 'cancelled';
  if (cancels && !ctx.actor.permissions.includes('cancel:orders')) throw lacking('cancel:orders');
  checkShipment(to, shipment);
  const locked = await lockOrder(ctx, id, { cancels });
  const { order, side } = locked;
  if (expected_status && order.status !== expected_status) throw changedMeanwhile(order.status);
  const step = (await stepBesideSuspended(ctx, locked, to)) ?? stepFor(order.status, to, side);
  const isBuyers = side === 'retailer';
  if (cancels && isBuyers && !dry_run) await countCancellation(ctx, order);
  const overridden = await checkMove(ctx, locked, { to, step, override });
  if (dry_run) return order;
  if (to === 'shipped') await recordShipment(ctx, order, shipment);
  const note = notes || null;
  const moved = await (to === 'delivered' && isBuyers
    ? acceptAll(ctx, locked, note)
    : applyStep(ctx, locked, to, step, note, overridden));
  ctx.audit(movedRow(order, to, note, overridden));
  return moved;
}

/** @returns what had to be passed over @throws AppError as `checkRequirements` and `checkStep`, FORBIDDEN for a buyer's override */
async function checkMove(
  ctx: WriteContext,
  locked: LockedOrder,
  { to, step, override }: { to: OrderStatus; step: Step; override: z.infer<typeof MoveOrder>['override'] },
): Promise<Override[]> {
  const { order, side } = locked;
  await checkRequirements(ctx.db, order, step.requires ?? [], side);
  if (side === 'retailer' && isOverriding(override)) throw sellersField('override');
  return checkStep(ctx, locked, to, override);
}

/** What a buyer marks delivered it accepts whole. */
async function acceptAll(ctx: WriteContext, locked: LockedOrder, notes: string | null): Promise<OrderView> {
  const { order } = await recordReceipt(ctx, locked, { lines: null, notes });
  return order;
}

async function stepBesideSuspended(
  { db }: WriteContext,
  { order, side }: LockedOrder,
  to: OrderStatus,
): Promise<Step | null> {
  if (to !== 'cancelled' || !cancelsBesideSuspended(order.status, side)) return null;
  const [suspended] = await suspendedAmong(db, [order.wholesaler.id]);
  return suspended ? (FLOW[PACKING].cancelled ?? null) : null;
}

/**
 * Bounds what a buyer that places and cancels in a loop costs its seller (decision 428).
 * @throws AppError RATE_LIMITED with Retry-After in seconds
 */
async function countCancellation({ db }: WriteContext, { retailer, wholesaler }: OrderView): Promise<void> {
  await checkPace(
    db,
    { subject: `cancellations:${retailer.id}:${wholesaler.id}`, limit: CANCELLATIONS_PER_HOUR },
    `Your business canceled ${CANCELLATIONS_PER_HOUR} orders of ${wholesaler.name} within an hour. Try again later, or ask the seller to cancel.`,
  );
}

/** Cancels an order: the same path as a move to `cancelled` (decision 26). @throws as moveOrder */
export function cancelOrder(
  ctx: WriteContext,
  { id, reason }: z.infer<typeof CancelOrder>,
): Promise<OrderView> {
  return moveOrder(ctx, { id, status: 'cancelled', notes: reason });
}

const changedMeanwhile = (status: OrderStatus) =>
  new AppError('CONFLICT', `The order is ${status}.`, { reason: 'status_changed', status });

function stepFor(from: OrderStatus, to: OrderStatus, side: Side): Step {
  if (isOtherSidesMove(to, side)) {
    throw forbidden(`Only the order's other party can mark it ${to}.`, { reason: 'other_party', side });
  }
  const step = FLOW[from][to];
  if (step?.by.includes(side)) return step;
  const allowed = nextStatuses(from, side);
  const isFinal = Object.keys(FLOW[from]).length === 0;
  const others = isFinal ? 'It is final.' : "Only the order's other party can move it now.";
  const hint = allowed.length > 0 ? `Allowed next: ${allowed.join(', ')}.` : others;
  throw new AppError('INVALID_TRANSITION', `An order that is ${from} cannot become ${to}. ${hint}`, {
    reason: 'invalid_transition',
    from,
    to,
    allowed,
  });
}
