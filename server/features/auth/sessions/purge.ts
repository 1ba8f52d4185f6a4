import { and, isNull, or, type SQL } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { deleteInBatches, olderThan } from '../../../platform/db/purge';
import { passkeyChallenges } from '../passkeys/tables';
import {
  addressFailures,
  emailFailures,
  knownDevices,
  mfaChallenges,
  passwordResets,
  sessions,
  signInFailures,
} from '../tables';

/** Deletes expired sessions, tokens and sign-in counters. */
export async function purgeSessions(db: Db): Promise<void> {
  await deleteInBatches(db, sessions, olderThan(sessions.expiresAt, '30 days'));
  await deleteInBatches(db, addressFailures, olderThan(addressFailures.windowStart, '1 day'));
  await deleteInBatches(db, signInFailures, unlockedAndOld());
  await deleteInBatches(db, emailFailures, olderThan(emailFailures.windowStart, '1 day'));
  await deleteInBatches(db, knownDevices, olderThan(knownDevices.usedAt, '400 days'));
  await deleteInBatches(db, mfaChallenges, olderThan(mfaChallenges.expiresAt, '1 day'));
  await deleteInBatches(db, passkeyChallenges, olderThan(passkeyChallenges.expiresAt, '1 minute'));
  await deleteInBatches(db, passwordResets, olderThan(passwordResets.expiresAt, '7 days'));
}

function unlockedAndOld(): SQL {
  const { firstFailedAt, lockedUntil } = signInFailures;
  return and(
    olderThan(firstFailedAt, '2 days'),
    or(isNull(lockedUntil), olderThan(lockedUntil, '1 day')),
  ) as SQL;
}
