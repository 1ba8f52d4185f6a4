import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkPatch } from '../../../kernel/patch';
import { RECEIPT_HOURS } from '../../../kernel/receipt-hours';
import type { WriteContext } from '../../../operation/context';
import { checkPace } from '../../../operation/pace';
import type { Db } from '../../../platform/db/client';
import { lockBilled, refreshPending } from '../../billing/credits/service';
import { INVOICE_EVENTS } from '../../billing/invoices/service';
import { withoutExternalIds } from '../../entities/external-ids/resource';
import { changeExternalIds } from '../../entities/external-ids/service';
import { STOCK_EVENTS } from '../../inventory/ledger/ledger';
import { recipientsOf } from '../flow/announce';
import { bookAccepted, lockShipped, unitsKey } from '../flow/booking';
import { recordHistory } from '../flow/history';
import { type LockedOrder, lockOrder } from '../flow/lock';
import { acceptAll, type Outcome } from '../flow/outcomes';
import { DELIVERY_EVENTS, FLOW } from '../flow/state';
import { finishStep, movedRow } from '../flow/step';
import { receipts } from '../parts/tables';
import type { OrderView } from '../queries';
import { orders } from '../tables';
import { unitsAccepted, unitsDelivered } from './booked';
import { creditFor } from './credit';
import { readReceipts } from './queries.sql';
import { renameReceipt } from './renaming';
import type { ReceiptView } from './resource';
import { openReturn } from './returns';
import { checkReceivable, recorderOf, rejectElsewhere, rejectOthers, tooLate } from './rights';
import type { CorrectReceipt, NewReceipt } from './schema';
import { acceptedOf, outcomesOf } from './split';
import { receiptLines } from './tables';
import { partsText } from './units';

type Lines = z.infer<typeof NewReceipt>['lines'];

/** Each is an event to the seller, and may move units in and out of its return. */
const CORRECTIONS_PER_HOUR = 20;

/**
 * Records what the retailer accepted of an order that is shipped, or that its seller marked delivered within 72 hours. The
 * seller may record it of an order that is shipped, as its driver sees it (decision 523).
 * @throws AppError NOT_FOUND, FORBIDDEN for the seller of a delivered order and outside the member's locations, INVALID_REQUEST naming the
 *   line, CONFLICT with `details.reason` `not_shipped`, `already_received`, `too_late`, `credited`, `units_gone`, `cannot_receive` or
 *   `location_deleted`
 */
export async function fileReceipt(
  ctx: WriteContext,
  { id, lines, notes, signed_by }: z.infer<typeof NewReceipt>,
): Promise<ReceiptView> {
  const locked = await lockOrder(ctx, id);
  await checkReceivable(ctx.db, locked);
  const { receipt } = await recordReceipt(ctx, locked, { lines, notes: notes || null, signedBy: signed_by });
  if (locked.order.status === 'shipped') ctx.audit(movedRow(locked.order, 'delivered', notes || null));
  return receipt;
}

/** What a receipt says. */
interface Said {
  /** Everything is accepted without them. */
  lines: Lines | null;
  notes: string | null;
  signedBy?: string | undefined;
}

/**
 * As `fileReceipt`, for an order that is locked and can be received; the caller writes the audit row of its move.
 * @returns the receipt, and the order after a move
 */
export async function recordReceipt(
  ctx: WriteContext,
  locked: LockedOrder,
  { lines, notes, signedBy }: Said,
): Promise<{ receipt: ReceiptView; order: OrderView }> {
  const { order } = locked;
  rejectElsewhere(ctx, locked);
  const shipped = await lockShipped(ctx.db, order);
  const outcomes = lines ? outcomesOf(order, shipped, lines) : acceptAll(shipped);
  const isLate = order.status === 'delivered';
  await lockBilled(ctx.db, order.id, acceptedOf(outcomes), { isLate });
  const booked = isLate ? await unitsDelivered(ctx.db, order.id, shipped) : [];
  const id = newId();
  const source = { type: 'receipt', id } as const;
  const rowOf = await bookAccepted(ctx, locked, { shipped, outcomes, booked, source });
  await ctx.db.insert(receipts).values({
    id,
    orderId: order.id,
    entityId: order.retailer.id,
    wholesalerId: order.wholesaler.id,
    notes,
    recordedBy: recorderOf(locked),
    signedBy: signedBy ?? null,
    creditCents: await creditFor(ctx.db, locked, outcomes),
    actorId: ctx.actor.userId,
    actorName: ctx.actor.name,
  });
  await storeLines(ctx.db, id, outcomes, rowOf);
  await openReturn(ctx.db, order, id, outcomes);
  const step = FLOW.shipped.delivered;
  const moves = order.status === 'shipped' && step;
  const moved = moves ? await finishStep(ctx, locked, 'delivered', step, notes) : order;
  if (!moves) await noteOnOrder(ctx, order, 'receipt_filed', outcomes, notes);
  await refreshPending(ctx.db, order.id, RECEIPT_HOURS);
  const receipt = await findReceipt(ctx, id, order.id);
  ctx.audit({ action: 'receipt.filed', objectId: id, after: receipt });
  announce(ctx, locked, receipt);
  return { receipt, order: moved };
}

/**
 * Corrects a receipt within 72 hours; the seller its own until the buyer has, whose figures hold. Possible while the units are where they arrived and the seller hasn't booked their return.
 * @throws AppError NOT_FOUND, FORBIDDEN as above, INVALID_REQUEST, CONFLICT with `details.reason` `too_late`, `corrected_by_buyer`,
 *   `return_received`, `credited`, `invoiced`, `units_gone`, `cannot_receive` or `location_deleted`
 */
export async function correctReceipt(
  ctx: WriteContext,
  { id, receipt_id, external_ids, ...patch }: z.infer<typeof CorrectReceipt>,
): Promise<ReceiptView> {
  if (external_ids && Object.keys(patch).length === 0)
    return renameReceipt(ctx, { id, receipt_id, external_ids });
  const locked = await lockOrder(ctx, id);
  const { order } = locked;
  const [found] = await readReceipts(ctx.db, sql`r.id = ${receipt_id} and r.order_id = ${id}`, ctx.actor);
  if (!found) throw notFound();
  if (locked.side === 'wholesaler' && !locked.unclaimed) rejectOthers(found);
  rejectElsewhere(ctx, locked);
  checkPatch(patch, {}, []);
  if (Date.parse(found.correctable_until) <= Date.now()) throw tooLate('corrected', 'it was filed');
  await checkPace(
    ctx.db,
    { subject: `receipt-corrections:${receipt_id}`, limit: CORRECTIONS_PER_HOUR },
    `This receipt was corrected ${CORRECTIONS_PER_HOUR} times within an hour. Try again later.`,
  );
  const { lines, notes = found.notes } = patch;
  const changes = { notes: notes || null, correctedAt: sql`now()`, correctedBy: recorderOf(locked) };
  if (lines) {
    const shipped = await lockShipped(ctx.db, order);
    const outcomes = outcomesOf(order, shipped, lines);
    const booked = await unitsAccepted(ctx.db, receipt_id);
    const wasRefused = booked.every(({ quantity }) => quantity === 0);
    await lockBilled(ctx.db, order.id, acceptedOf(outcomes), { wasRefused });
    const source = { type: 'receipt', id: receipt_id } as const;
    const rowOf = await bookAccepted(ctx, locked, { shipped, outcomes, booked, source });
    await storeLines(ctx.db, receipt_id, outcomes, rowOf);
    await openReturn(ctx.db, order, receipt_id, outcomes);
    await ctx.db
      .update(receipts)
      .set({ ...changes, creditCents: await creditFor(ctx.db, locked, outcomes) })
      .where(eq(receipts.id, receipt_id));
    await refreshPending(ctx.db, order.id, RECEIPT_HOURS);
    await noteOnOrder(ctx, order, 'receipt_corrected', outcomes, changes.notes);
  } else {
    await ctx.db.update(receipts).set(changes).where(eq(receipts.id, receipt_id));
  }
  await changeExternalIds(ctx, 'receipt', [{ id: receipt_id, ids: external_ids }]);
  const receipt = await findReceipt(ctx, receipt_id, id);
  ctx.audit({ action: 'receipt.corrected', objectId: receipt_id, before: found, after: receipt });
  announce(ctx, locked, receipt);
  return receipt;
}

/** Writes what became of each lot of each line, over what an earlier version of the receipt said. */
async function storeLines(
  db: Db,
  receiptId: string,
  outcomes: readonly Outcome[],
  rowOf: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = outcomes.map(({ stated: _, ...outcome }) => ({
    ...outcome,
    receiptId,
    inventoryItemId: rowOf.get(unitsKey(outcome)) ?? null,
  }));
  await db
    .insert(receiptLines)
    .values(rows)
    .onConflictDoUpdate({
      target: [receiptLines.receiptId, receiptLines.orderItemId, receiptLines.lotId],
      set: {
        accepted: sql`excluded.accepted`,
        rejected: sql`excluded.rejected`,
        damaged: sql`excluded.damaged`,
        short: sql`excluded.short`,
        reasonCode: sql`excluded.reason_code`,
        inventoryItemId: sql`excluded.inventory_item_id`,
      },
    });
}

/** Where the status stays: a line in the order's timeline, and the order counts as changed. */
async function noteOnOrder(
  ctx: WriteContext,
  order: OrderView,
  action: 'receipt_filed' | 'receipt_corrected',
  outcomes: readonly Outcome[],
  notes: string | null,
): Promise<void> {
  const parts = order.items.map(({ id, unit, step, shipped_quantity: whole }) => {
    const ofLine = outcomes.filter(({ orderItemId }) => orderItemId === id);
    return { unit, step, whole, part: ofLine.reduce((sum, { accepted }) => sum + accepted, 0) };
  });
  await recordHistory(ctx, {
    orderId: order.id,
    action,
    fromStatus: order.status,
    toStatus: order.status,
    summary: `${partsText(parts)} accepted`,
    notes,
  });
  await ctx.db.update(orders).set({ updatedAt: sql`change_time()` }).where(eq(orders.id, order.id));
}

async function findReceipt({ db, actor }: WriteContext, id: string, orderId: string): Promise<ReceiptView> {
  const [found] = await readReceipts(db, sql`r.id = ${id} and r.order_id = ${orderId}`, actor);
  if (!found) throw notFound();
  return found;
}

/** Events of a receipt itself. */
export const RECEIPT_EVENTS = ['receipt.completed'] as const;
/** Of a receipt that is filed. */
export const FILING_EVENTS = [
  ...RECEIPT_EVENTS,
  ...DELIVERY_EVENTS,
  ...INVOICE_EVENTS,
  ...STOCK_EVENTS,
] as const;

function announce(ctx: WriteContext, order: LockedOrder, receipt: ReceiptView): void {
  for (const { id } of recipientsOf(order)) ctx.emit('receipt.completed', id, withoutExternalIds(receipt));
}
