import { sql } from 'drizzle-orm';
import { ID, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import type { SIGNED_IN_WITH } from './schema';
import { addressFailures, mfaChallenges, sessions, users } from './tables';

/** SQL: where the five minutes began in which failures are counted together. */
export const FIVE_MINUTES = sql`to_timestamp(floor(extract(epoch from now()) / 300) * 300)`;

/** Counts a failure of an address, or of what else guesses, before it is checked, so that parallel ones count; no row at the limit. */
export const reserveFailure = statement(
  [['x', 1]],
  (address: string, limit: number) => sql<{ window: string }>`
    insert into ${addressFailures} as a (address, window_start, failures) values (${address}, ${FIVE_MINUTES}, 1)
    on conflict (address, window_start) do update set failures = a.failures + 1 where a.failures < ${limit}
    returning window_start::text as "window"`,
);

export const releaseFailure = statement(
  [['x', TIME]],
  (address: string, window: string) => sql`
    update ${addressFailures} set failures = greatest(failures - 1, 0)
    where address = ${address} and window_start = ${window}::timestamptz`,
);

/** A session to be opened; times in ISO 8601. */
interface NewSession {
  id: string;
  userId: string;
  channel: 'api' | 'browser';
  refreshJti: string;
  rotatedAt: string;
  expiresAt: string;
  signedInWith: (typeof SIGNED_IN_WITH)[number];
  mfaVerifiedAt: string | null;
  deviceVerifiedAt: string | null;
  authenticatedAt: string;
  address: string;
  userAgent: string | null;
}

const SESSION: NewSession = {
  ...{ id: ID, userId: ID, channel: 'api', refreshJti: ID, rotatedAt: TIME, expiresAt: TIME },
  ...{
    signedInWith: 'password',
    mfaVerifiedAt: null,
    deviceVerifiedAt: null,
    authenticatedAt: TIME,
    address: 'x',
    userAgent: null,
  },
};

/**
 * SQL: only where the member `u` still has the hash that a password was checked against. A new password waits for the
 * transaction, and ends what it opened; after one, there is no row.
 */
const ifStill = (checkedHash: string) => sql`and u.password_hash = ${checkedHash} for share of u`;

/**
 * Stores a session.
 * @param checkedHash of the password that it is opened for; null where the caller holds the member or has just stored them
 * @returns for how many hours it may stay without use, by the rules of its business; no row when the password has changed
 */
export const lockAndInsertSession = statement(
  [
    [SESSION, null],
    [SESSION, 'x'],
  ],
  (s: NewSession, checkedHash: string | null) => sql<{ idle_hours: number }>`
    with holder as (
      select u.id, e.session_idle_hours from ${users} u join ${entities} e on e.id = u.entity_id
      where u.id = ${s.userId} ${checkedHash === null ? sql`` : ifStill(checkedHash)}
    )
    insert into ${sessions} (id, user_id, channel, refresh_jti, rotated_at, expires_at, signed_in_with,
      mfa_verified_at, device_verified_at, authenticated_at, address, user_agent)
    select ${s.id}, id, ${s.channel}, ${s.refreshJti}, ${s.rotatedAt}, ${s.expiresAt}, ${s.signedInWith},
      ${s.mfaVerifiedAt}, ${s.deviceVerifiedAt}, ${s.authenticatedAt}, ${s.address}, ${s.userAgent} from holder
    returning (select session_idle_hours from holder) as idle_hours`,
);

/** Stores a challenge for the second factor of a member. @returns no row when their password has changed since it was checked */
export const lockAndInsertChallenge = statement(
  [[{ id: ID, userId: ID, expiresAt: TIME }, 'x']],
  ({ id, userId, expiresAt }: { id: string; userId: string; expiresAt: string }, checkedHash: string) => sql<{
    id: string;
  }>`
    insert into ${mfaChallenges} (id, user_id, expires_at)
    select ${id}, u.id, ${expiresAt} from ${users} u where u.id = ${userId} ${ifStill(checkedHash)}
    returning id`,
);
