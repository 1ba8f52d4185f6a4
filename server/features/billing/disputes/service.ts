import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { stepsIn } from '../../../kernel/amounts';
import { AppError, type FieldError, forbidden, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { toCents, toDollars } from '../../../kernel/money';
import { amountIn, EACH } from '../../../kernel/weights';
import type { ReadContext, WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { checkPace } from '../../../operation/pace';
import { actorValues } from '../../../platform/db/columns';
import { readList } from '../../../platform/db/text-list';
import type { StoredLine } from '../invoices/stored';
import type { Pair } from '../payments/service.sql';
import { lockPairOf } from '../remittances/queries.sql';
import {
  disputableInvoice,
  disputePage,
  disputesOf,
  type ListDisputes,
  openOfPair,
  readDisputes,
  visibleDisputes,
} from './queries.sql';
import type { DisputeList, DisputeView } from './resource';
import { type DeclineDispute, MAX_OPEN, type NewDispute, PER_HOUR } from './schema';
import { disputeLines, disputes } from './tables';

type Closed = Exclude<DisputeView['status'], 'open'>;
type Line = Omit<typeof disputeLines.$inferInsert, 'disputeId'>;

const COUNTS = 'A dispute counts';
/** @throws AppError FORBIDDEN for members limited to locations */
export function listDisputes(
  ctx: ReadContext,
  input: z.infer<typeof ListDisputes>,
): Promise<z.infer<typeof DisputeList>> {
  rejectLimited(ctx.actor, COUNTS);
  return readList(ctx, disputesOf(ctx.actor, input), disputePage, input);
}

/** @throws AppError NOT_FOUND, FORBIDDEN for members limited to locations */
export async function getDispute({ db, actor }: ReadContext, id: string): Promise<DisputeView> {
  rejectLimited(actor, COUNTS);
  const [found] = await readDisputes(db, sql`d.id = ${id} and ${visibleDisputes(actor)}`);
  if (!found) throw notFound();
  return found;
}

/**
 * Says what is wrong with lines of an invoice that the caller's business is to pay. It moves no money. Judged by the invoice as it was
 * issued and by what the buyer disputes alone.
 * @throws AppError NOT_FOUND, INVALID_REQUEST (`unknown_id`, `value_too_large`), CONFLICT (`already_disputed`, `too_many`),
 *   RATE_LIMIT_EXCEEDED, FORBIDDEN for members limited to locations
 */
export async function openDispute(
  ctx: WriteContext,
  { id: invoiceId, lines: asked, reason, note }: z.infer<typeof NewDispute>,
): Promise<DisputeView> {
  const { db, actor } = ctx;
  rejectLimited(actor, COUNTS);
  const buyerId = actor.entity.id;
  const [invoice] = await disputableInvoice(db, buyerId, invoiceId);
  if (!invoice) throw notFound();
  const lines = linesOf(invoice.document?.lines ?? [], asked);
  const pair = { sellerId: invoice.seller_id, buyerId };
  if ((await lockPairOf(db, pair)).length === 0) throw notFound();
  await checkOpen(ctx, pair, lines);
  const id = newId();
  await db
    .insert(disputes)
    .values({ id, ...pair, invoiceId, reason, note: note || null, ...actorValues(actor) });
  await db.insert(disputeLines).values(lines.map((line) => ({ ...line, disputeId: id })));
  await checkPace(
    db,
    { subject: `disputes:${buyerId}`, limit: PER_HOUR },
    `Your business has opened ${PER_HOUR} disputes within an hour. Try again later.`,
  );
  const opened = await getDispute(ctx, id);
  ctx.audit({ action: 'dispute.opened', objectId: id, after: opened });
  announce(ctx, 'dispute.opened', opened);
  return opened;
}

/** The lines that are named, as they were invoiced and as they should be. @throws AppError INVALID_REQUEST */
function linesOf(invoiced: readonly StoredLine[], asked: z.infer<typeof NewDispute>['lines']): Line[] {
  const byId = new Map(invoiced.map((line) => [line.item_id, line]));
  const errors: FieldError[] = [];
  const lines = asked.flatMap(({ item_id, unit_price, ...stated }, n) => {
    const path = `lines[${n}]`;
    const line = byId.get(item_id);
    if (!line) {
      errors.push({ path: `${path}.item_id`, code: 'unknown_id', message: 'is not a line of the invoice' });
      return [];
    }
    const quantity = stepsIn(stated, 'quantity', { step: line.step, path: `${path}.` });
    if (quantity !== undefined && quantity > line.quantity) {
      const field = stated.amount === undefined ? 'quantity' : 'amount';
      const most =
        field === 'quantity' ? line.quantity : amountIn(line.quantity, line.step && line.step / EACH);
      errors.push(tooLarge(`${path}.${field}`, most));
    }
    if (unit_price !== undefined && toCents(unit_price) > line.unit_price_cents) {
      errors.push(tooLarge(`${path}.unit_price`, toDollars(line.unit_price_cents)));
    }
    return [
      {
        itemId: item_id,
        productName: line.product_name,
        sku: line.sku,
        unit: line.unit,
        step: line.step,
        invoicedQuantity: line.quantity,
        invoicedPriceCents: line.unit_price_cents,
        quantity: quantity ?? null,
        unitPriceCents: unit_price === undefined ? null : toCents(unit_price),
      },
    ];
  });
  if (errors.length > 0) throw invalidRequest(errors);
  return lines;
}

const tooLarge = (path: string, most: number): FieldError => ({
  path,
  code: 'value_too_large',
  message: `must be at most ${most}`,
});

async function checkOpen({ db }: WriteContext, pair: Pair, lines: readonly Line[]): Promise<void> {
  const [found] = await openOfPair(
    db,
    pair,
    lines.map(({ itemId }) => itemId),
  );
  const [other] = found?.disputed ?? [];
  if (other) {
    throw new AppError('CONFLICT', 'You dispute this line. Withdraw that dispute first.', {
      reason: 'already_disputed',
      ...other,
    });
  }
  if ((found?.open ?? 0) >= MAX_OPEN) {
    throw new AppError('CONFLICT', `At most ${MAX_OPEN} are open with a seller. Withdraw one first.`, {
      reason: 'too_many',
      maximum: MAX_OPEN,
    });
  }
}

/** Takes a dispute back, by its buyer. @throws AppError NOT_FOUND, FORBIDDEN `other_party`, INVALID_TRANSITION */
export async function withdrawDispute(ctx: WriteContext, id: string): Promise<DisputeView> {
  const before = await getDispute(ctx, id);
  checkParty(ctx, before.buyer.id, 'wholesaler', 'Its buyer withdraws it.');
  await lockPairOf(ctx.db, { sellerId: before.seller.id, buyerId: before.buyer.id });
  return close(ctx, before, { status: 'withdrawn' });
}

/** Says that the invoice is right, by the seller. @throws AppError NOT_FOUND, FORBIDDEN `other_party`, INVALID_TRANSITION */
export async function declineDispute(
  ctx: WriteContext,
  { id, note }: z.infer<typeof DeclineDispute>,
): Promise<DisputeView> {
  const before = await getDispute(ctx, id);
  checkParty(ctx, before.seller.id, 'retailer', 'The seller declines it.');
  await lockPairOf(ctx.db, { sellerId: before.seller.id, buyerId: before.buyer.id });
  return close(ctx, before, { status: 'declined', declineNote: note || null });
}

/**
 * The open dispute about an invoice that a credit note is to close. The caller holds the account.
 * @throws AppError NOT_FOUND for one about another invoice, INVALID_TRANSITION once it is closed
 */
export async function disputeToCredit(
  ctx: WriteContext,
  id: string,
  invoiceId: string,
): Promise<DisputeView> {
  const before = await getDispute(ctx, id);
  if (before.invoice.id !== invoiceId) throw notFound();
  checkOpenYet(before.status, 'credited');
  return before;
}

/** Closes a dispute by the credit note that was issued for it. */
export const closeByCredit = (ctx: WriteContext, before: DisputeView, creditNoteId: string) =>
  close(ctx, before, { status: 'credited', creditNoteId });

function checkParty(
  { actor }: WriteContext,
  id: string,
  side: 'retailer' | 'wholesaler',
  message: string,
): void {
  if (actor.entity.id !== id) throw forbidden(message, { reason: 'other_party', side });
}

function checkOpenYet(status: DisputeView['status'], to: Closed): void {
  if (status === 'open') return;
  throw new AppError('INVALID_TRANSITION', `A dispute that is ${status} cannot become ${to}.`, {
    reason: 'invalid_transition',
    from: status,
    to,
    allowed: [],
  });
}

/** @throws AppError INVALID_TRANSITION, also where another member was faster */
async function close(
  ctx: WriteContext,
  before: DisputeView,
  set: { status: Closed; creditNoteId?: string; declineNote?: string | null },
): Promise<DisputeView> {
  checkOpenYet(before.status, set.status);
  const closed = await ctx.db
    .update(disputes)
    .set({ ...set, closedAt: sql`now()` })
    .where(and(eq(disputes.id, before.id), eq(disputes.status, 'open')))
    .returning({ id: disputes.id });
  const after = await getDispute(ctx, before.id);
  if (closed.length === 0) checkOpenYet(after.status, set.status);
  ctx.audit({
    action: 'dispute.closed',
    objectId: before.id,
    before: { status: before.status },
    after: { status: after.status, credit_note_id: after.credit_note_id },
  });
  announce(ctx, 'dispute.closed', after);
  return after;
}

/** Reports a change to both parties, who see the same. */
function announce(ctx: WriteContext, event: 'dispute.opened' | 'dispute.closed', dispute: DisputeView): void {
  for (const party of [dispute.seller.id, dispute.buyer.id]) ctx.emit(event, party, dispute);
}
