import { eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays } from '../../../kernel/clock';
import { AppError, forbidden, invalidRequest } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkPatch, withoutEmpty } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { requireOwner } from '../../entities/claims/service';
import { changeExternalIds } from '../../entities/external-ids/service';
import { holdMoney, recipientsOf } from '../payments/allocate';
import { freeze } from './document';
import { getInvoice } from './queries';
import { INVOICE_READ_ONLY, type InvoiceView, type SharedInvoiceView, type UpdateInvoice } from './resource';
import type { DisputeInvoice } from './schema';
import { insertInvoice, insertOpening } from './service.sql';
import type { StoredDocument, StoredLine, StoredParty } from './stored';
import { invoices } from './tables';

/** What is invoiced of an order that its transaction holds. */
export interface Billed {
  orderId: string;
  sellerId: string;
  buyerId: string;
  /** The seller's day, and days until it is due. */
  issuedOn: string;
  termsDays: number;
  lines: ReadonlyArray<Omit<StoredLine, 'total_cents' | 'discount_share_cents'>>;
  /** The order's, frozen. */
  terms: Omit<StoredDocument, 'lines' | 'tax_lines'>;
  parties: { seller: StoredParty; bill_to: StoredParty; remittance: string | null };
}

/**
 * Numbers and stores the invoice of an order, in the one statement after which the transaction locks nothing more. Sent when
 * this returns, so that it can be one of several.
 */
export function issueInvoice(
  db: Db,
  { lines, terms, termsDays, ...billed }: Billed,
): Promise<SharedInvoiceView[]> {
  const { totals, document } = freeze(lines, terms);
  return insertInvoice(db, {
    ...billed,
    ...totals,
    id: newId(),
    dueOn: addDays(billed.issuedOn, termsDays),
    document,
  });
}

/** Events of issuing an invoice. */
export const INVOICE_EVENTS = ['invoice.issued'] as const;

/** Records and announces an invoice that was issued. @param recipients ids of the parties that get its event */
export function announceInvoice(
  ctx: Pick<WriteContext, 'audit' | 'emit'>,
  invoice: SharedInvoiceView,
  recipients: readonly string[],
): void {
  const { id, number, order_id, total, due_on } = invoice;
  ctx.audit({
    action: 'invoice.issued',
    objectId: id,
    entityId: invoice.seller.id,
    after: { number, order_id, total, due_on },
  });
  for (const party of recipients) ctx.emit('invoice.issued', party, invoice);
}

/** What of an order or invoice says whether its buyer disputes it. */
interface Disputable {
  disputed_at: string | null;
  disputable_until: string | null;
}

/**
 * What becomes of `disputed_at`: taken back at any time, begun until it is no longer disputable.
 * @returns null where nothing changes
 * @throws AppError CONFLICT with `details.reason = "not_disputable"`
 */
export function disputeChange(
  { disputed_at: since, disputable_until: until }: Disputable,
  disputed: boolean,
): SQL | null {
  if (disputed === (since !== null)) return null;
  if (!disputed) return sql`null`;
  if (until !== null && new Date(until) > new Date()) return sql`now()`;
  throw new AppError('CONFLICT', 'Only what came along by a merge can be disputed, for 30 days after it.', {
    reason: 'not_disputable',
  });
}

/**
 * Disputes an invoice that came along by a merge, or takes that back, as an owner of its buyer (decision 901).
 * @throws AppError NOT_FOUND, FORBIDDEN with `owner_required`, `api_key` or `other_party`, CONFLICT with `not_disputable`
 */
export async function disputeInvoice(
  ctx: WriteContext,
  { id, disputed }: z.infer<typeof DisputeInvoice>,
): Promise<InvoiceView> {
  requireOwner(ctx.actor);
  const { buyer } = await getInvoice(ctx, id);
  if (buyer.id !== ctx.actor.entity.id) {
    throw forbidden('Only the buyer disputes an invoice.', { reason: 'other_party' });
  }
  await ctx.db.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, id)).for('no key update');
  const before = await getInvoice(ctx, id);
  const change = disputeChange(before, disputed);
  if (change === null) return before;
  await ctx.db
    .update(invoices)
    .set({ disputedAt: change, updatedAt: sql`change_time()` })
    .where(eq(invoices.id, id));
  const after = await getInvoice(ctx, id);
  ctx.audit({
    action: 'invoice.updated',
    objectId: id,
    before: { disputed_at: before.disputed_at },
    after: { disputed_at: after.disputed_at },
  });
  return after;
}

/** Changes what the caller's other systems call an invoice. @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT `external_id_taken` */
export async function updateInvoice(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateInvoice>,
): Promise<InvoiceView> {
  const before = await getInvoice(ctx, id);
  checkPatch(withoutEmpty(patch, ['external_ids']), before, INVOICE_READ_ONLY);
  if (!(await changeExternalIds(ctx, 'invoice', [{ id, ids: patch.external_ids }]))) return before;
  const after = await getInvoice(ctx, id);
  ctx.audit({
    action: 'invoice.updated',
    objectId: id,
    before: { external_ids: before.external_ids },
    after: { external_ids: after.external_ids },
  });
  return after;
}

/** What a buyer owed a seller before its books began. In cents. */
export interface OpeningBalance {
  buyerId: string;
  number: string;
  issuedOn: string;
  dueOn: string;
  amountCents: number;
}

/**
 * Stores an opening balance of the caller's business under the number that it was given (decision 672).
 * @throws AppError NOT_FOUND for a buyer without an account, INVALID_REQUEST for a number that another opening balance has, and for
 *   a buyer that has ended its connection: what it owes keeps it from closing its business (decision 670)
 */
export async function openBalance(
  ctx: WriteContext,
  { amountCents, ...balance }: OpeningBalance,
): Promise<void> {
  const pair = await holdMoney(ctx, { sellerId: ctx.actor.entity.id, buyerId: balance.buyerId });
  if (!pair.connected) {
    const message = 'is no longer connected with you';
    throw invalidRequest([{ path: 'customer', code: 'rejected', message }]);
  }
  const [invoice] = await insertOpening(ctx.db, {
    ...balance,
    id: newId(),
    sellerId: pair.sellerId,
    opening: true,
    subtotalCents: amountCents,
    discountCents: 0,
    freightCents: 0,
    taxCents: 0,
    totalCents: amountCents,
  });
  if (!invoice) {
    const message = 'is the number of another opening balance';
    throw invalidRequest([{ path: 'number', code: 'duplicate', message }]);
  }
  announceInvoice(ctx, invoice, recipientsOf(pair));
}
