import type { z } from 'zod';
import type { WriteContext } from '../../../operation/context';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../../platform/outbox/mail-allowance';
import { reachOut } from '../../entities/outreach/service';
import { underReview } from '../../entities/queries';
import { noContact, tooManyMails } from './mailing';
import { customerStatement } from './queries';
import { contactOf, markReminded } from './queries.sql';
import type { SendStatement, SentStatement } from './schema';

/**
 * Mails the statement of a customer to its contact; none leaves to an address that unsubscribed, which the response doesn't say.
 * @throws AppError as `customerStatement`, CONFLICT `no_email` or `license_unverified`, RATE_LIMITED beyond the mails of a business and
 *   to an address
 */
export async function sendStatement(
  ctx: WriteContext,
  asked: z.infer<typeof SendStatement>,
): Promise<z.infer<typeof SentStatement>> {
  const { buyer, seller, from, to, closing } = await customerStatement(ctx, asked);
  const [contact] = await contactOf(ctx.db, { sellerId: seller.id, buyerId: buyer.id });
  if (!contact) throw noContact();
  const reach = await reachOut(ctx.db, seller.id, contact.email);
  if (reach.kind === 'review') throw underReview();
  if (reach.kind === 'full') throw tooManyMails(reach);
  if (reach.kind === 'unsubscribed') return { sent_to: contact.email };
  const task = { seller_id: seller.id, buyer_id: buyer.id, from, to };
  const { runAt } = reach;
  await enqueue(ctx.db, 'mail_statement', task, { limit: mailsAtOnce(seller.id), ...(runAt && { runAt }) });
  // It says what is overdue.
  await markReminded(ctx.db, { sellerId: seller.id, buyerId: buyer.id });
  ctx.audit({
    action: 'statement.sent',
    objectId: buyer.id,
    after: { from, to, closing, sent_to: contact.email },
  });
  return { sent_to: contact.email };
}
