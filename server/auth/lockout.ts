import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { AppError } from '../kernel/errors';

const LIMIT = 5;
const WINDOW_MINUTES = 15;
const LONGEST_LOCK_MINUTES = 24 * 60;
const ADDRESS_LIMIT = 100;

/**
 * Refuses a sign-in while the e-mail is locked or the address has failed too often (decisions 56 and 57).
 * @throws AppError ACCOUNT_LOCKED or RATE_LIMITED, both with Retry-After in seconds
 */
export async function refuseWhileLocked(db: Db, email: string, address: string): Promise<void> {
  const [row] = await db.execute<{ locked: number | null; throttled: number | null }>(sql`
    select
      (select ceil(extract(epoch from locked_until - now()))::int from sign_in_failures
        where email = ${email} and locked_until > now()) as locked,
      (select ceil(extract(epoch from window_start + interval '5 minutes' - now()))::int from address_failures
        where address = ${address} and window_start > now() - interval '5 minutes' and failures >= ${ADDRESS_LIMIT}
        order by window_start desc limit 1) as throttled`);
  if (row?.locked) throw locked(row.locked);
  if (row?.throttled) {
    throw new AppError(
      'RATE_LIMITED',
      'Too many failed sign-ins from this address.',
      { retry_after: row.throttled },
      { 'Retry-After': String(row.throttled) },
    );
  }
}

/**
 * Counts a failed sign-in. The fifth in a row within 15 minutes locks the e-mail for 15 minutes from then on, and each
 * further lock lasts twice as long, up to a day.
 */
export async function countFailure(db: Db, email: string, address: string): Promise<void> {
  const window = sql`now() - make_interval(mins => ${WINDOW_MINUTES})`;
  const [row] = await db.execute<{ failures: number }>(sql`
    insert into sign_in_failures as f (email, failures, first_failed_at) values (${email}, 1, now())
    on conflict (email) do update set
      failures = case when f.first_failed_at < ${window} then 1 else f.failures + 1 end,
      first_failed_at = case when f.first_failed_at < ${window} then now() else f.first_failed_at end
    returning failures`);
  await db.execute(sql`
    insert into address_failures as a (address, window_start, failures)
    values (${address}, to_timestamp(floor(extract(epoch from now()) / 300) * 300), 1)
    on conflict (address, window_start) do update set failures = a.failures + 1`);
  if ((row?.failures ?? 0) < LIMIT) return;
  await db.execute(sql`
    update sign_in_failures set
      failures = 0,
      locks = locks + 1,
      locked_until = now() + make_interval(mins => least(${WINDOW_MINUTES} * (2 ^ least(locks, 10))::int, ${LONGEST_LOCK_MINUTES}))
    where email = ${email}`);
}

/** A success, or a password reset, ends the row of failures. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await db.execute(sql`delete from sign_in_failures where email = ${email}`);
}

function locked(seconds: number): AppError {
  return new AppError(
    'ACCOUNT_LOCKED',
    'Too many failed sign-ins. The account is locked for now.',
    { retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}
