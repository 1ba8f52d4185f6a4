import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { toCents } from '../../../kernel/money';
import { checkPatch, withoutEmpty } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { RetryTransaction } from '../../../operation/unit-of-work';
import { actorValues } from '../../../platform/db/columns';
import { currentId } from '../../entities/customers/queries';
import { changeExternalIds } from '../../entities/external-ids/service';
import { lockLinesOf, reopenLinesOf } from '../bank/queries.sql';
import { remittances } from '../remittances/tables';
import {
  allocate,
  divide,
  drawFrom,
  type HeldPair,
  holdMoney,
  type Part,
  partOf,
  SETTLEMENT_EVENTS,
} from './allocate';
import { getPayment } from './queries';
import { readPayments } from './queries.sql';
import { PAYMENT_READ_ONLY, type PaymentView, type UpdatePayment } from './resource';
import type { AllocatePayment, NewPayment, VoidPayment } from './schema';
import {
  alike,
  hasRefund,
  lockPayment,
  lockSettledBy,
  lockSourcesOf,
  type Share,
  voidAndReverse,
} from './service.sql';
import { payments } from './tables';

type Input = z.infer<typeof NewPayment>;

/** Events of voiding a payment. */
export const VOIDING_EVENTS = ['payment.voided'] as const;

/** Events of recording a payment. */
export const RECORDING_EVENTS = ['payment.recorded', ...SETTLEMENT_EVENTS] as const;

/**
 * Records money from a customer of the caller's business, or back to it, and allocates it (decision 690).
 * @param link writes what it is recorded from, before it is shown
 * @throws AppError NOT_FOUND, INVALID_REQUEST, FORBIDDEN for members limited to locations, CONFLICT `possible_duplicate`,
 *   `over_allocated` or `external_id_taken`
 */
export async function recordPayment(
  ctx: WriteContext,
  input: Input,
  link?: (paymentId: string) => Promise<void>,
): Promise<PaymentView> {
  rejectLimited(ctx.actor, 'A payment counts');
  const { db, actor } = ctx;
  const sellerId = actor.entity.id;
  const buyerId = await currentId(db, sellerId, input.customer_id);
  const pair = await holdMoney(ctx, { sellerId, buyerId }).catch(async (error) => {
    // A merge that was faster gave the customer another id.
    if ((await currentId(db, sellerId, input.customer_id)) !== buyerId) throw new RetryTransaction('merged');
    throw error;
  });
  if (input.received_on > pair.today) {
    throw invalidRequest([
      { path: 'received_on', code: 'date_in_future', message: 'must not be in the future' },
    ]);
  }
  const { kind, method, reference = null } = input;
  const row = {
    id: newId(),
    sellerId,
    buyerId,
    buyerName: pair.buyerName,
    kind,
    method,
    reference,
    amountCents: toCents(input.amount),
    receivedOn: input.received_on,
    recordedOn: pair.today,
    notes: input.notes || null,
    countedBy: input.counted_by ?? null,
    ...actorValues(actor),
  };
  if (!input.confirm_duplicate) await rejectAlike(ctx, pair, row);
  const asked = input.allocations?.map((one) => partOf(one));
  const shares = await sharesOf(ctx, pair, row, asked);
  await db.insert(payments).values(row);
  await link?.(row.id);
  await allocate(ctx, pair, shares);
  await changeExternalIds(ctx, 'payment', [{ id: row.id, ids: input.external_ids }]);
  const recorded = await getPayment(ctx, row.id);
  ctx.audit({ action: 'payment.recorded', objectId: row.id, after: recorded });
  await announce(ctx, pair, 'payment.recorded', recorded);
  return recorded;
}

/** What a new payment settles, or a refund returns; what of a payment isn't allocated stays unapplied. */
async function sharesOf(
  ctx: WriteContext,
  pair: HeldPair,
  { id, kind, amountCents }: Pick<typeof payments.$inferInsert, 'kind' | 'amountCents'> & { id: string },
  asked: readonly Part[] | undefined,
): Promise<Share[]> {
  if (kind === 'payment') {
    const parts = await divide(ctx, pair, amountCents, asked);
    return parts.map((part) => ({ paymentId: id, invoiceId: part.id, amountCents: part.cents }));
  }
  const named = asked?.reduce((total, { cents }) => total + cents, 0) ?? amountCents;
  if (named < amountCents) {
    throw invalidRequest([
      { path: 'allocations', code: 'sum_mismatch', message: 'must add up to the amount of the refund' },
    ]);
  }
  const parts = await drawFrom(ctx, pair, amountCents, asked);
  return parts.map((part) => ({
    [part.kind === 'payment' ? 'paymentId' : 'creditNoteId']: part.id,
    refundId: id,
    amountCents: part.cents,
  }));
}

async function rejectAlike(
  { db }: WriteContext,
  pair: HeldPair,
  row: Parameters<typeof alike>[2],
): Promise<void> {
  const [other] = await alike(db, pair, row);
  if (!other) return;
  throw new AppError(
    'CONFLICT',
    'A payment with the same customer, method, reference, amount and day is recorded.',
    { reason: 'possible_duplicate', payment_id: other.id },
  );
}

/** Reports a payment to its seller, and to a buyer on board as that one sees it. @param payment as the seller sees it */
async function announce(
  { db, emit }: WriteContext,
  { sellerId, buyerId, onBoard }: HeldPair,
  event: 'payment.recorded' | 'payment.voided',
  payment: PaymentView,
): Promise<void> {
  emit(event, sellerId, payment);
  if (!onBoard) return;
  const [seen] = await readPayments(db, sql`p.id = ${payment.id}`, { entity: { id: buyerId } });
  if (seen) emit(event, buyerId, seen);
}

/** Changes what the caller's other systems call a payment. @throws AppError as `updateInvoice`, FORBIDDEN for members limited to locations */
export async function updatePayment(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdatePayment>,
): Promise<PaymentView> {
  const before = await getPayment(ctx, id);
  checkPatch(withoutEmpty(patch, ['external_ids']), before, PAYMENT_READ_ONLY);
  if (!(await changeExternalIds(ctx, 'payment', [{ id, ids: patch.external_ids }]))) return before;
  const after = await getPayment(ctx, id);
  ctx.audit({
    action: 'payment.updated',
    objectId: id,
    before: { external_ids: before.external_ids },
    after: { external_ids: after.external_ids },
  });
  return after;
}

/**
 * Holds the account of a payment of the caller's business, which is its seller.
 * @throws AppError NOT_FOUND, FORBIDDEN `other_party` for its buyer, and for members limited to locations
 */
async function holdPayment(ctx: WriteContext, id: string) {
  const before = await getPayment(ctx, id);
  if (before.seller.id !== ctx.actor.entity.id) {
    throw forbidden('The seller keeps payments.', { reason: 'other_party', side: 'retailer' });
  }
  const pair = await holdMoney(ctx, { sellerId: before.seller.id, buyerId: before.buyer.id });
  return { before, pair };
}

/**
 * Settles invoices with what of a payment is unapplied.
 * @throws AppError as `holdPayment`, and CONFLICT `over_allocated`
 */
export async function allocatePayment(
  ctx: WriteContext,
  { id, allocations }: z.infer<typeof AllocatePayment>,
): Promise<PaymentView> {
  const { before, pair } = await holdPayment(ctx, id);
  // Invoices are locked before payments; the account keeps both from changing.
  const [left] = await readPayments(ctx.db, sql`p.id = ${id}`, ctx.actor);
  const parts = await divide(ctx, pair, toCents(left?.unapplied ?? 0), allocations?.map(partOf));
  await lockPayment(ctx.db, pair, id);
  await allocate(
    ctx,
    pair,
    parts.map((part) => ({ paymentId: id, invoiceId: part.id, amountCents: part.cents })),
  );
  const after = await getPayment(ctx, id);
  ctx.audit({
    action: 'payment.allocated',
    objectId: id,
    before: { allocated: left?.allocated ?? before.allocated },
    after: { allocated: after.allocated, allocations: after.allocations },
  });
  return after;
}

/**
 * Voids a payment: what it settled is open again.
 * @throws AppError as `holdPayment`, INVALID_TRANSITION for one that is voided, CONFLICT `refunded`
 */
export async function voidPayment(
  ctx: WriteContext,
  { id, reason }: z.infer<typeof VoidPayment>,
): Promise<PaymentView> {
  const { pair } = await holdPayment(ctx, id);
  await ctx.db
    .select({ id: remittances.id })
    .from(remittances)
    .where(eq(remittances.paymentId, id))
    .for('update');
  await lockLinesOf(ctx.db, id);
  await lockSettledBy(ctx.db, id);
  const [held] = await lockPayment(ctx.db, pair, id);
  if (!held) throw notFound();
  if (held.status === 'voided') {
    throw new AppError('INVALID_TRANSITION', 'The payment is voided. That is final.', {
      reason: 'invalid_transition',
      from: held.status,
      to: 'voided',
      allowed: [],
    });
  }
  const [refund] = await hasRefund(ctx.db, id);
  if (refund) {
    throw new AppError('CONFLICT', 'Some of the payment was refunded. Void the refund first.', {
      reason: 'refunded',
      payment_id: refund.id,
    });
  }
  await lockSourcesOf(ctx.db, id);
  await voidAndReverse(ctx.db, id, reason);
  // What the buyer said it sent waits again.
  await ctx.db
    .update(remittances)
    .set({ status: 'sent', paymentId: null })
    .where(eq(remittances.paymentId, id));
  for (const line of await reopenLinesOf(ctx.db, id)) {
    ctx.audit({ action: 'bank_line.reopened', objectId: line.id, after: { status: 'open', payment_id: id } });
  }
  const after = await getPayment(ctx, id);
  ctx.audit({
    action: 'payment.voided',
    objectId: id,
    before: { status: held.status },
    after: { status: after.status, void_reason: reason, voided_on: after.voided_on },
  });
  await announce(ctx, pair, 'payment.voided', after);
  return after;
}
