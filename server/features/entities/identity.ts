import { checkPace } from '../../operation/pace';
import type { Db } from '../../platform/db/client';
import { licenseHolders, lockLicense, noticeRename } from './identity.sql';

/** Every partner gets a notification of each. */
const RENAMES_A_DAY = 10;

/** Where the operator reads warnings. */
export interface OperatorLog {
  warn(details: object, message: string): unknown;
}

interface Named {
  name: string;
  legal_name: string;
}

/**
 * Whether a license number that is saved is the business's alone. One that was verified stays so: a copy elsewhere doesn't
 * count against it. The operator is notified by a warning in the log and by `npm run cli -- licenses` (decision 431).
 */
export async function verifyLicense(
  db: Db,
  entityId: string,
  number: string,
  log: OperatorLog,
): Promise<boolean> {
  return (await holdersOf(db, entityId, number, log)).isAlone;
}

async function holdersOf(db: Db, entityId: string, number: string, log: OperatorLog) {
  await lockLicense(db, number);
  const [found] = await licenseHolders(db, entityId, number);
  const isAlone = !found?.taken || found.same;
  if (!isAlone) {
    log.warn({ entityId, licenseNumber: number }, 'another business has this license number');
  }
  return { ...found, isAlone };
}

/**
 * What becomes of a business's standing when it saves a license number. One that signed up is verified by the operator alone,
 * and goes back under review with a number that another business has.
 */
export async function standingWith(
  db: Db,
  entityId: string,
  number: string,
  log: OperatorLog,
): Promise<{ licenseVerified: boolean; underReview?: true }> {
  const { isAlone, signed_up, same = false, unchanged, taken } = await holdersOf(db, entityId, number, log);
  if (!signed_up) return { licenseVerified: isAlone };
  return { licenseVerified: same, ...(!unchanged && taken && { underReview: true }) };
}

/** Notifies partners of a new name: they trust the one that they know. @throws AppError RATE_LIMITED with Retry-After in seconds */
export async function announceNames(db: Db, entityId: string, before: Named, after: Named): Promise<void> {
  if (before.name === after.name && before.legal_name === after.legal_name) return;
  await checkPace(
    db,
    { subject: `renames:${entityId}`, limit: RENAMES_A_DAY, window: 'day' },
    `Your business changed its name ${RENAMES_A_DAY} times within a day. Try again tomorrow.`,
  );
  if (before.name !== after.name) await noticeRename(db, entityId, before.name, after.name);
  if (before.legal_name !== after.legal_name) {
    await noticeRename(db, entityId, before.legal_name, after.legal_name);
  }
}
