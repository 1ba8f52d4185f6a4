import type { z } from 'zod';
import { forbidden } from '../../../kernel/errors';
import { toCents } from '../../../kernel/money';
import type { WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { getCredit } from '../credits/queries';
import type { CreditNoteView } from '../credits/resource';
import { allocate, divide, fill, holdMoney, partOf } from './allocate';
import type { AllocateCredit } from './schema';
import { lockInvoices, lockOpenInvoices, lockTheseSources } from './service.sql';

/**
 * Settles invoices with what of a credit note is unapplied: its own first, then the oldest due, or those that are named.
 * @throws AppError NOT_FOUND, FORBIDDEN `other_party` for its buyer, and for members limited to locations, CONFLICT `over_allocated`
 */
export async function allocateCredit(
  ctx: WriteContext,
  { id, allocations }: z.infer<typeof AllocateCredit>,
): Promise<CreditNoteView> {
  rejectLimited(ctx.actor, 'A credit counts');
  const before = await getCredit(ctx, id);
  if (before.seller.id !== ctx.actor.entity.id) {
    throw forbidden('The seller allocates credits.', { reason: 'other_party', side: 'retailer' });
  }
  const pair = await holdMoney(ctx, { sellerId: before.seller.id, buyerId: before.buyer.id });
  const { unapplied } = await getCredit(ctx, id);
  const cents = toCents(unapplied);
  const own = allocations ? [] : await lockInvoices(ctx.db, pair, [before.invoice.id]);
  const others = allocations ? [] : await lockOpenInvoices(ctx.db, pair);
  const parts = allocations
    ? await divide(ctx, pair, cents, allocations.map(partOf))
    : fill([...own, ...others.filter((one) => one.id !== before.invoice.id)], cents);
  await lockTheseSources(ctx.db, pair, [id]);
  await allocate(
    ctx,
    pair,
    parts.map((part) => ({ creditNoteId: id, invoiceId: part.id, amountCents: part.cents })),
  );
  const after = await getCredit(ctx, id);
  ctx.audit({
    action: 'credit_note.allocated',
    objectId: id,
    before: { allocated: before.allocated },
    after: { allocated: after.allocated, invoices: parts.map((part) => part.id) },
  });
  return after;
}
