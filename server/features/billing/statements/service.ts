import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce, mayMail } from '../../../platform/outbox/mail-allowance';
import { customerStatement } from './queries';
import { contactOf } from './queries.sql';
import type { SendStatement, SentStatement } from './schema';

/** When an hour of mails is over, at the latest. */
const RETRY_SECONDS = 3_600;

/**
 * Mails the statement of a customer to its contact.
 * @throws AppError as `customerStatement`, CONFLICT `no_email`, RATE_LIMITED beyond the mails of a business and to an address
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
  if (!(await mayMail(ctx.db, { entityId: seller.id, to: contact.email, share: 'notice' }))) {
    throw new AppError(
      'RATE_LIMITED',
      'Too many emails were sent. Try again later.',
      { retry_after: RETRY_SECONDS },
      { 'Retry-After': String(RETRY_SECONDS) },
    );
  }
  const task = { seller_id: seller.id, buyer_id: buyer.id, from, to };
  await enqueue(ctx.db, 'mail_statement', task, { limit: mailsAtOnce(seller.id) });
  ctx.audit({
    action: 'statement.sent',
    objectId: buyer.id,
    after: { from, to, closing, sent_to: contact.email },
  });
  return { sent_to: contact.email };
}
