import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../../platform/outbox/mail-allowance';
import { type Reach, reachOut } from '../../entities/outreach/service';
import { underReview } from '../../entities/queries';
import { customerStatement } from './queries';
import { contactOf } from './queries.sql';
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
  if (!contact) {
    throw new AppError('CONFLICT', 'The customer has no contact email, or is no longer connected.', {
      reason: 'no_email',
    });
  }
  const reach = await reachOut(ctx.db, seller.id, contact.email);
  if (reach.kind === 'review') throw underReview();
  if (reach.kind === 'full') throw tooMany(reach);
  if (reach.kind === 'unsubscribed') return { sent_to: contact.email };
  const task = { seller_id: seller.id, buyer_id: buyer.id, from, to };
  const { runAt } = reach;
  await enqueue(ctx.db, 'mail_statement', task, { limit: mailsAtOnce(seller.id), ...(runAt && { runAt }) });
  ctx.audit({
    action: 'statement.sent',
    objectId: buyer.id,
    after: { from, to, closing, sent_to: contact.email },
  });
  return { sent_to: contact.email };
}

function tooMany({ retryAfter, limit }: Extract<Reach, { kind: 'full' }>): AppError {
  const message = limit
    ? `Until your license is verified, your business mails at most ${limit} people a day. Try again later.`
    : 'Too many emails were sent. Try again later.';
  return new AppError(
    'RATE_LIMITED',
    message,
    { ...(limit && { window: 'day', limit }), retry_after: retryAfter },
    { 'Retry-After': String(retryAfter) },
  );
}
