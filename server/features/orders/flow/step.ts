import { eq, sql } from 'drizzle-orm';
import type { Author } from '../../../kernel/actor';
import type { AuditEntry, WriteContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import { announceInvoice, issueInvoice } from '../../billing/invoices/service';
import type { LedgerContext } from '../../inventory/ledger/ledger';
import { cancelOfOrder } from '../backorders/open';
import { billedBy } from '../money/invoicing';
import type { Override } from '../placing/conditions.schema';
import { type OrderView, readOrders } from '../queries';
import type { OrderStatus } from '../shapes/flow.schema';
import { releaseAll, ship } from '../stock/holds';
import { orders } from '../tables';
import { recipientsOf, sharedPart } from './announce';
import { bookingAt, deliverAll } from './booking';
import { passedOver, recordHistory } from './history';
import type { LockedOrder } from './lock';
import type { Step } from './state';
import { tellShipment } from './telling';

/** A transaction, its records, and the actor who moves an order: a member, or the platform with a null id. */
export interface StepContext extends LedgerContext, Pick<WriteContext, 'audit'> {
  actor: Author;
}

/** A locked order, and whether its buyer isn't on board. */
type Moving = Pick<LockedOrder, 'order' | 'unclaimed'> & Partial<Pick<LockedOrder, 'tells'>>;

/**
 * Takes a locked order one step along its flow: stock, status, timeline and events. The caller has checked that the step
 * is allowed, and writes the audit row.
 * @returns the order after it
 */
export async function applyStep(
  ctx: StepContext,
  locked: Moving,
  to: OrderStatus,
  step: Step,
  notes: string | null,
  overridden: readonly Override[] = [],
): Promise<OrderView> {
  const { order } = locked;
  if (to === 'cancelled') await cancelOfOrder(ctx, order);
  if (step.stock === 'release') await releaseAll(ctx, order, notes);
  if (step.stock === 'ship') await ship(ctx, order);
  if (step.stock === 'receive') await deliverAll(ctx, locked);
  return finishStep(ctx, locked, to, step, notes, overridden);
}

/** As `applyStep`, for a step whose stock the caller has moved. */
export async function finishStep(
  ctx: StepContext,
  { order, unclaimed, tells }: Moving,
  to: OrderStatus,
  step: Step,
  notes: string | null,
  overridden: readonly Override[] = [],
): Promise<OrderView> {
  await tellShipment(ctx.db, { order, tells }, to);
  const billed = await billedBy(ctx.db, order.id, to);
  // The invoice comes after everything that waits for a lock: others of the seller wait for its number.
  const [, , issued, [read]] = await pipelined([
    ctx.db
      .update(orders)
      .set({ status: to, ...bookingAt(to, unclaimed) })
      .where(eq(orders.id, order.id)),
    recordHistory(ctx, {
      orderId: order.id,
      action: 'moved',
      fromStatus: order.status,
      toStatus: to,
      notes,
      ...passedOver(overridden),
    }),
    billed ? issueInvoice(ctx.db, billed) : [],
    readOrders(ctx.db, sql`o.id = ${order.id}`, ctx.actor),
  ]);
  const moved = read as OrderView;
  announceStep(ctx, { order: moved, unclaimed }, order.status, step, notes);
  const parties = recipientsOf({ order: moved, unclaimed }).map(({ id }) => id);
  for (const invoice of issued) announceInvoice(ctx, invoice, parties);
  return moved;
}

/** Every event of a step goes to both parties. */
function announceStep(
  ctx: StepContext,
  { order, unclaimed }: Moving,
  previous: OrderStatus,
  step: Step,
  notes: string | null,
): void {
  const { wholesaler, retailer } = order;
  const transfer = { order_id: order.id, from: wholesaler, to: retailer, items: order.items };
  const moved = { ...sharedPart(order), previous_status: previous, status_notes: notes };
  for (const type of step.emits) {
    for (const { id } of recipientsOf({ order, unclaimed })) {
      if (type === 'transfer.completed') ctx.emit(type, id, transfer);
      else ctx.emit(type, id, moved);
    }
  }
}

/** The audit row of a step. @param overridden what its seller passed over */
export function movedRow(
  order: OrderView,
  to: OrderStatus,
  notes: string | null,
  overridden: readonly Override[] = [],
): AuditEntry {
  return {
    action: 'order.moved',
    objectId: order.id,
    before: { status: order.status },
    after: { status: to, notes, ...(overridden.length > 0 && { override: overridden }) },
  };
}
