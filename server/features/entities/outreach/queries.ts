import { plainName } from '../../../kernel/quotation';
import type { TokenSigner } from '../../../kernel/signer';
import { unsubscribeLink } from '../../../kernel/unsubscribe-link';
import type { Db } from '../../../platform/db/client';
import { findUnsubscribed } from '../../../platform/outbox/outreach.sql';

/** What the link of a reminder or statement ends, before the address that it went to. */
export const SELLERS_MAILS = 'seller:';

/** The link that ends a seller's reminders and statements to an address; null when it has ended them. */
export async function sellersMailsLink(
  ctx: { db: Db; signer: TokenSigner; publicUrl: string },
  sellerId: string,
  email: string,
): Promise<string | null> {
  const address = email.toLowerCase();
  if ((await findUnsubscribed(ctx.db, sellerId, address)).length > 0) return null;
  return unsubscribeLink(ctx, sellerId, `${SELLERS_MAILS}${address}`);
}

/** Why such a mail was sent, in its foot. */
export const sellersMailsReason = (seller: string): string =>
  `${plainName(seller)} has this address as the contact of your business. To get no more of its reminders, statements and menus, unsubscribe.`;
