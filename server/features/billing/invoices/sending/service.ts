import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { forbidden } from '../../../../kernel/errors';
import type { WriteContext } from '../../../../operation/context';
import { rejectLimited } from '../../../../operation/limited';
import { enqueue } from '../../../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../../../platform/outbox/mail-allowance';
import { reachOut } from '../../../entities/outreach/service';
import { underReview } from '../../../entities/queries';
import { noContact, tooManyMails } from '../../statements/mailing';
import { contactOf } from '../../statements/queries.sql';
import type { SentStatement } from '../../statements/schema';
import { getInvoice } from '../queries';
import type { InvoiceView } from '../resource';
import { invoices } from '../tables';

/**
 * Mails an invoice with its PDF to the contact of its buyer; none leaves to an address that unsubscribed, which the response doesn't say.
 * @throws AppError NOT_FOUND, FORBIDDEN `other_party`, CONFLICT `no_email` or `license_unverified`, RATE_LIMITED beyond the mails of a
 *   business and to an address
 */
export async function sendInvoice(ctx: WriteContext, id: string): Promise<z.infer<typeof SentStatement>> {
  rejectLimited(ctx.actor, 'A payment counts');
  const { seller, buyer } = await getInvoice(ctx, id);
  if (seller.id !== ctx.actor.entity.id) {
    throw forbidden('Its seller sends it.', { reason: 'other_party', side: 'retailer' });
  }
  const [contact] = await contactOf(ctx.db, { sellerId: seller.id, buyerId: buyer.id });
  if (!contact) throw noContact();
  const reach = await reachOut(ctx.db, seller.id, contact.email);
  if (reach.kind === 'review') throw underReview();
  if (reach.kind === 'full') throw tooManyMails(reach);
  if (reach.kind === 'unsubscribed') return { sent_to: contact.email };
  const { runAt } = reach;
  await enqueue(
    ctx.db,
    'mail_invoice',
    { invoice_id: id },
    { limit: mailsAtOnce(seller.id), ...(runAt && { runAt }) },
  );
  await ctx.db.update(invoices).set({ mailedAt: sql`now()` }).where(eq(invoices.id, id));
  ctx.audit({ action: 'invoice.sent', objectId: id, after: { sent_to: contact.email } });
  return { sent_to: contact.email };
}

/**
 * Notes that a member of its buyer has seen an invoice: the first time counts.
 * @throws AppError NOT_FOUND, FORBIDDEN `other_party`
 */
export async function seeInvoice(ctx: WriteContext, id: string): Promise<InvoiceView> {
  const { buyer } = await getInvoice(ctx, id);
  if (buyer.id !== ctx.actor.entity.id) {
    throw forbidden('Its buyer sees it.', { reason: 'other_party', side: 'wholesaler' });
  }
  const [seen] = await ctx.db
    .update(invoices)
    .set({ seenAt: sql`now()` })
    .where(sql`${invoices.id} = ${id} and ${invoices.seenAt} is null`)
    .returning({ id: invoices.id });
  if (seen) ctx.audit({ action: 'invoice.seen', objectId: id });
  return getInvoice(ctx, id);
}
