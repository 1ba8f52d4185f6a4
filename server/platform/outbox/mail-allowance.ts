import { eq, or, sql } from 'drizzle-orm';
import { AppError } from '../../kernel/errors';
import type { Db } from '../db/client';
import {
  type CountedMail,
  countInvited,
  insertCountedMail,
  lockSubject,
  roomFor,
  secondsUntilAllowed,
} from './mail-allowance.sql';
import { MAIL_LIMITS, type MailShare } from './mail-shares';
import { erasedAddress } from './outreach.sql';
import { unsubscribedAddresses } from './tables';

const NOBODY = '';

/**
 * Counts the mail of an invitation in the transaction of `db` that makes it: 200 a day for the entity (decision 93); to an
 * address 5 an hour from one business, 20 from all, and 30 ever until one is accepted (decision 427), none once it unsubscribed.
 * @param isWanted false for one that counts against the entity's day alone
 * @returns whether the mail may leave. The inviter doesn't learn that it may not: others' invitations count
 * @throws AppError RATE_LIMITED with Retry-After in seconds beyond the entity's own day
 */
export async function mayInvite(db: Db, entityId: string, to: string, isWanted = true): Promise<boolean> {
  const mail: CountedMail = { entityId, to, share: 'invitation', causeId: entityId };
  await lockSenders(db, mail);
  const [full] = await secondsUntilAllowed(db, entityId, 'invitation');
  if (full) throw tooMany(Math.max(1, full.seconds));
  const mayLeave =
    isWanted &&
    (await acceptsInvited(db, to)) &&
    (await hasRoom(db, mail)) &&
    (await countInvited(db, to)).length > 0;
  // Counted either way: when the day is full says nothing about an address.
  await insertCountedMail(db, mayLeave ? mail : { ...mail, to: NOBODY });
  return mayLeave;
}

/** Ends mails of invitations to an address for good. */
export async function refuseInvitations(db: Db, address: string): Promise<void> {
  await db.insert(unsubscribedAddresses).values({ address }).onConflictDoNothing();
}

/** Whether an address takes invitations: it never unsubscribed. */
export async function acceptsInvited(db: Db, address: string): Promise<boolean> {
  const { address: column } = unsubscribedAddresses;
  return (
    (await db.$count(
      unsubscribedAddresses,
      or(eq(column, address), eq(column, erasedAddress(sql`${address}::text`))),
    )) === 0
  );
}

/** Counts a mail that no operation depends on, in the transaction of `db`; beyond a limit it counts nothing and is false. */
export async function mayMail(
  db: Db,
  { causeId = null, ...mail }: { entityId: string; to: string; share: MailShare; causeId?: string | null },
): Promise<boolean> {
  const counted = { ...mail, causeId };
  await lockSenders(db, counted);
  if (!(await hasRoom(db, counted))) return false;
  await insertCountedMail(db, counted);
  return true;
}

/** The share of the mail lane that an entity may use. */
export function mailsAtOnce(entityId: string): { owner: string; atOnce: number } {
  return { owner: `mail:${entityId}`, atOnce: 2 };
}

/** Locks the entity first and then the address, so that parallel mails are all counted. */
export async function lockSenders(
  db: Db,
  { entityId, to }: Pick<CountedMail, 'entityId' | 'to'>,
): Promise<void> {
  for (const subject of [`mail:from:${entityId}`, `mail:to:${to}`]) await lockSubject(db, subject);
}

export async function hasRoom(db: Db, mail: CountedMail): Promise<boolean> {
  const [row] = await roomFor(db, mail);
  return row?.room === true;
}

function tooMany(retryAfter: number): AppError {
  const { day } = MAIL_LIMITS.invitation;
  return new AppError(
    'RATE_LIMITED',
    `Your business sent ${day} emails within a day. Try again later.`,
    { window: 'day', limit: day, retry_after: retryAfter },
    { 'Retry-After': String(retryAfter) },
  );
}
