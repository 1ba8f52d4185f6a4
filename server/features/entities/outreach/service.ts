import type { Db } from '../../../platform/db/client';
import { hasRoom, lockSenders } from '../../../platform/outbox/mail-allowance';
import { insertCountedMail } from '../../../platform/outbox/mail-allowance.sql';
import {
  RECIPIENTS_AT_ONCE,
  SPREAD_SECONDS,
  UNVERIFIED_RECIPIENTS,
} from '../../../platform/outbox/mail-shares';
import { findUnsubscribed, recipientsOf } from '../../../platform/outbox/outreach.sql';
import { senderStanding } from './queries.sql';

/** When an hour of mails to one address is over, at the latest. */
const HOUR_SECONDS = 3_600;

/** What becomes of a mail to the contact of a customer. */
export type Reach =
  | { kind: 'leaves'; runAt?: Date }
  /** The address wants none of the seller's. */
  | { kind: 'unsubscribed' }
  /** The operator reviews the license of the seller. */
  | { kind: 'review' }
  /** @property limit of recipients within a day; absent where mails to the address, or of the day, are many */
  | { kind: 'full'; retryAfter: number; limit?: number };

/**
 * Counts a mail to the contact of a customer in the transaction of `db` that makes it (decision 906): of a business whose license isn't
 * verified 20 recipients a day; of any, beyond 200, further ones leave 45 seconds apart.
 */
export async function reachOut(db: Db, sellerId: string, email: string): Promise<Reach> {
  const mail = { entityId: sellerId, to: email.toLowerCase(), share: 'outreach' as const, causeId: null };
  await lockSenders(db, mail);
  const [sender] = await senderStanding(db, sellerId);
  if (!sender || sender.review) return { kind: 'review' };
  if ((await findUnsubscribed(db, sellerId, mail.to)).length > 0) return { kind: 'unsubscribed' };
  const [day] = await recipientsOf(db, sellerId, mail.to, UNVERIFIED_RECIPIENTS);
  const { total = 0, included = false, seconds = null } = day ?? {};
  if (!sender.verified && !included && seconds !== null) {
    return { kind: 'full', retryAfter: Math.max(1, seconds), limit: UNVERIFIED_RECIPIENTS };
  }
  if (!(await hasRoom(db, mail))) return { kind: 'full', retryAfter: HOUR_SECONDS };
  await insertCountedMail(db, mail);
  const beyond = included ? 0 : total - RECIPIENTS_AT_ONCE + 1;
  return beyond > 0
    ? { kind: 'leaves', runAt: new Date(Date.now() + beyond * SPREAD_SECONDS * 1_000) }
    : { kind: 'leaves' };
}
