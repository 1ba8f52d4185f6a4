import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../kernel/errors';
import type { Db } from '../db/client';
import { insertCountedMail, lockSubject, MAIL_LIMITS, secondsUntilAllowed } from './mail-allowance.sql';

interface Addressed {
  /** The entity that the mail is sent for. */
  entityId: string;
  to: string;
}

interface Limit {
  window: 'hour' | 'day';
  limit: number;
  counts: SQL;
}

/** The exceeded limit, and the seconds until one more mail may be sent. */
type Excess = Pick<Limit, 'window' | 'limit'> & { retryAfter: number };

/**
 * Counts a mail that is about to be enqueued, in the transaction of `db`: 200 a day per entity, 20 an hour per address
 * across entities (decision 93). Security and recall mails are not counted.
 * @throws AppError RATE_LIMITED with Retry-After in seconds
 */
export async function requireMail(db: Db, mail: Addressed): Promise<void> {
  const excess = await takeMail(db, mail);
  if (!excess) return;
  const { window, limit, retryAfter } = excess;
  const message =
    window === 'hour'
      ? `This address was sent ${limit} emails within an hour. Try again later.`
      : `Your business sent ${limit} emails within a day. Try again later.`;
  throw new AppError(
    'RATE_LIMITED',
    message,
    { window, limit, retry_after: retryAfter },
    { 'Retry-After': String(retryAfter) },
  );
}

/**
 * Counts like `requireMail`, for mails that no operation depends on: above a limit it counts nothing and returns false.
 * @param share of the limits, so that these mails leave room for others
 */
export async function mayMail(db: Db, mail: Addressed, share = 1): Promise<boolean> {
  return (await takeMail(db, mail, share)) === null;
}

/** The share of the mail lane that an entity may use. */
export function mailsAtOnce(entityId: string): { owner: string; atOnce: number } {
  return { owner: `mail:${entityId}`, atOnce: 2 };
}

async function takeMail(db: Db, { entityId, to }: Addressed, share = 1): Promise<Excess | null> {
  const limits: Limit[] = [
    { window: 'day', limit: MAIL_LIMITS.day * share, counts: sql`entity_id = ${entityId}` },
    { window: 'hour', limit: MAIL_LIMITS.hour * share, counts: sql`address = ${to}` },
  ];
  // Senders lock the entity first and then the address, so that parallel mails are all counted.
  for (const subject of [`mail:from:${entityId}`, `mail:to:${to}`]) {
    await lockSubject(db, subject);
  }
  for (const { window, limit, counts } of limits) {
    const [full] = await secondsUntilAllowed(db, window, counts, limit);
    if (full) return { window, limit, retryAfter: Math.max(1, full.seconds) };
  }
  await insertCountedMail(db, entityId, to);
  return null;
}
