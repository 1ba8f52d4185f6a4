import { sql } from 'drizzle-orm';
import { ID, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import type { SIGNED_IN_WITH } from './schema';
import { addressFailures, sessions, users } from './tables';

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
  address: string;
  userAgent: string | null;
}

const SESSION: NewSession = {
  ...{ id: ID, userId: ID, channel: 'api', refreshJti: ID, rotatedAt: TIME, expiresAt: TIME },
  ...{ signedInWith: 'password', mfaVerifiedAt: null, address: 'x', userAgent: null },
};

/** Stores a session. @returns for how many hours it may stay without use, by the rules of its business */
export const insertSession = statement(
  [[SESSION]],
  (s: NewSession) => sql<{ idle_hours: number }>`
    insert into ${sessions} as s (id, user_id, channel, refresh_jti, rotated_at, expires_at, signed_in_with,
      mfa_verified_at, address, user_agent)
    values (${s.id}, ${s.userId}, ${s.channel}, ${s.refreshJti}, ${s.rotatedAt}, ${s.expiresAt}, ${s.signedInWith},
      ${s.mfaVerifiedAt}, ${s.address}, ${s.userAgent})
    returning (select e.session_idle_hours from ${users} u join ${entities} e on e.id = u.entity_id
      where u.id = s.user_id) as idle_hours`,
);
