import { eq, sql } from 'drizzle-orm';
import type { Author } from '../../kernel/actor';
import type { AuditEntry } from '../../operation/context';
import { pipelined } from '../../platform/db/pipelined';
import type { LedgerContext } from '../inventory/ledger';
import type { OrderStatus } from './flow/schema';
import { recordHistory } from './history';
import { type OrderView, readOrders } from './queries';
import { deliverAll } from './receipts/booking';
import type { Step } from './state';
import { releaseAll, ship } from './stock';
import { orders } from './tables';

/** A transaction, its events, and the actor who moves an order: a member, or the platform with a null id. */
export interface StepContext extends LedgerContext {
  actor: Author;
}

/**
 * Takes a locked order one step along its flow: stock, status, timeline and events. The caller has checked that the step
 * is allowed, and writes the audit row.
 */
export async function applyStep(
  ctx: StepContext,
  order: OrderView,
  to: OrderStatus,
  step: Step,
  notes: string | null,
): Promise<void> {
  if (step.stock === 'release') await releaseAll(ctx, order, notes);
  if (step.stock === 'ship') await ship(ctx, order);
  if (step.stock === 'receive') await deliverAll(ctx, order);
  await finishStep(ctx, order, to, step, notes);
}

/** As `applyStep`, for a step whose stock the caller has moved. */
export async function finishStep(
  ctx: StepContext,
  order: OrderView,
  to: OrderStatus,
  step: Step,
  notes: string | null,
): Promise<void> {
  await pipelined([
    ctx.db.update(orders).set({ status: to }).where(eq(orders.id, order.id)),
    recordHistory(ctx, { orderId: order.id, action: 'moved', fromStatus: order.status, toStatus: to, notes }),
  ]);
  const [moved] = await readOrders(ctx.db, sql`o.id = ${order.id}`);
  announceStep(ctx, moved as OrderView, order.status, step, notes);
}

/** Every event of a step goes to both parties (decision 63). */
function announceStep(
  ctx: StepContext,
  order: OrderView,
  previous: OrderStatus,
  step: Step,
  notes: string | null,
): void {
  const { wholesaler, retailer } = order;
  const transfer = { order_id: order.id, from: wholesaler, to: retailer, items: order.items };
  const moved = { ...order, previous_status: previous, status_notes: notes };
  for (const type of step.emits) {
    for (const { id } of [wholesaler, retailer]) {
      if (type === 'transfer.completed') ctx.emit(type, id, transfer);
      else ctx.emit(type, id, moved);
    }
  }
}

/** The audit row of a step. */
export function movedRow(order: OrderView, to: OrderStatus, notes: string | null): AuditEntry {
  return {
    action: 'order.moved',
    objectId: order.id,
    before: { status: order.status },
    after: { status: to, notes },
  };
}
