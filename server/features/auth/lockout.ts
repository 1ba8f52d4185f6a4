import { type SQL, sql } from 'drizzle-orm';
import type { RequestInfo } from '../../kernel/actor';
import { AppError } from '../../kernel/errors';
import type { TokenSigner } from '../../kernel/signer';
import type { Db } from '../../platform/db/client';
import { networkOf } from '../../platform/rate-limit/network';
import { deviceIdOf } from './known-device';
import type { Whose } from './password-slots';

const LIMIT = 5;
const WINDOW = sql`interval '15 minutes'`;
const LOCK_MINUTES = 15;
const LONGEST_LOCK_MINUTES = 24 * 60;
const EMAIL_LIMIT = 50;
const EMAIL_WINDOW = sql`interval '1 hour'`;
const SLOW_LANE = sql`interval '30 seconds'`;
const ADDRESS_LIMIT = 100;
const DEVICE_LIMIT = 10;
/** After this, an unsettled reservation belongs to a process that was killed. */
const LOST = sql`interval '30 seconds'`;

/** The account that is tried, the address, and the known device if any. */
export interface Guess extends Whose {
  deviceId: string | null;
}

export async function guessOf(signer: TokenSigner, email: string, request: RequestInfo): Promise<Guess> {
  const deviceId = await deviceIdOf(signer, request.deviceCookie);
  return { ...whoseOf(email, request), deviceId };
}

/** Whose password is to be hashed. */
export function whoseOf(email: string, { address }: RequestInfo): Whose {
  return { email, address: networkOf(address) };
}

/** An attempt that counts as a failure until it succeeds. */
export interface Attempt {
  /** The password or code was wrong: the fifth consecutive failure locks the account. */
  failed(db: Db): Promise<void>;
  /** It was right, but earlier failures still count: the sign-in needs another step. */
  released(db: Db): Promise<void>;
  /** It was right: earlier failures from this address or device no longer count. */
  succeeded(db: Db): Promise<void>;
}

interface Reserved {
  /** Failures of the pair, including this attempt; null when not counted. */
  pair: number | null;
  email: boolean;
  /** Start of the address's window. */
  window: string | null;
}

/**
 * Reserves an attempt before its password is checked, in one statement, so that parallel guesses count. A known device
 * has its own limit and passes the others, but its failures count there too.
 * @returns null while as many attempts as could lock are being checked: retry shortly
 * @throws AppError ACCOUNT_LOCKED or RATE_LIMITED, both with Retry-After in seconds
 */
export async function reserveAttempt(db: Db, guess: Guess): Promise<Attempt | null> {
  const isKnown = await reserveDevice(db, guess);
  const reserved = await reserve(db, guess);
  const attempt = attemptOf(guess, isKnown, reserved);
  if (isKnown || reserved.window !== null) return attempt;
  await attempt.released(db);
  await refuseWhileLocked(db, guess);
  return null;
}

async function reserveDevice(db: Db, { email, deviceId }: Guess): Promise<boolean> {
  if (deviceId === null) return false;
  const rows = await db.execute(sql`
    update known_devices k set failures = k.failures + 1
    from users u
    where k.device_id = ${deviceId} and k.failures < ${DEVICE_LIMIT}
      and u.id = k.user_id and u.email = ${email} and u.removed_at is null
    returning k.user_id`);
  return rows.length > 0;
}

async function reserve(db: Db, { email, address }: Guess): Promise<Reserved> {
  const pairIsOver = sql`f.first_failed_at < now() - ${WINDOW}`;
  const hourIsOver = sql`e.window_start < now() - ${EMAIL_WINDOW}`;
  const [row] = await db.execute<{ pair: number | null; email: boolean; window: string | null }>(sql`
    with pair as (
      insert into sign_in_failures as f (email, address, failures, first_failed_at, reserved_at)
      values (${email}, ${address}, 1, now(), now())
      on conflict (email, address) do update set
        failures = case when ${pairIsOver} then 1 else least(f.failures + 1, ${LIMIT}) end,
        first_failed_at = case when ${pairIsOver} then now() else f.first_failed_at end,
        reserved_at = now()
      where (f.locked_until is null or f.locked_until <= now())
        and (f.failures < ${LIMIT} or ${pairIsOver} or f.reserved_at < now() - ${LOST})
      returning failures
    ), per_email as (
      insert into email_failures as e (email, window_start, failures, next_check_at)
      select ${email}, now(), 1, now() from pair
      on conflict (email) do update set
        failures = case when ${hourIsOver} then 1 else e.failures + 1 end,
        window_start = case when ${hourIsOver} then now() else e.window_start end,
        next_check_at = case when ${hourIsOver} or e.failures < ${EMAIL_LIMIT} then e.next_check_at
          else now() + ${SLOW_LANE} end
      where ${hourIsOver} or e.failures < ${EMAIL_LIMIT} or e.next_check_at <= now()
      returning failures
    ), per_address as (
      insert into address_failures as a (address, window_start, failures)
      select ${address}, to_timestamp(floor(extract(epoch from now()) / 300) * 300), 1 from per_email
      on conflict (address, window_start) do update set failures = a.failures + 1
      where a.failures < ${ADDRESS_LIMIT}
      returning window_start
    )
    select (select failures from pair) as pair, exists (select from per_email) as email,
      (select window_start::text from per_address) as "window"`);
  return row ?? { pair: null, email: false, window: null };
}

function attemptOf(guess: Guess, isKnown: boolean, reserved: Reserved): Attempt {
  const { email, address, deviceId } = guess;
  const ofPair = sql`email = ${email} and address = ${address}`;
  const ofDevice = sql`device_id = ${deviceId} and user_id =
    (select id from users where email = ${email} and removed_at is null)`;
  return {
    async failed(db) {
      if (reserved.pair === null || reserved.pair < LIMIT) return;
      const minutes = sql`least(${LOCK_MINUTES} * (2 ^ least(locks, 10))::int, ${LONGEST_LOCK_MINUTES})`;
      await db.execute(sql`
        update sign_in_failures
        set failures = 0, locks = locks + 1, locked_until = now() + make_interval(mins => ${minutes})
        where ${ofPair} and failures >= ${LIMIT} and (locked_until is null or locked_until <= now())`);
    },
    async released(db) {
      if (isKnown) {
        await db.execute(
          sql`update known_devices set failures = greatest(failures - 1, 0) where ${ofDevice}`,
        );
      }
      const refund = sql`update sign_in_failures set failures = greatest(failures - 1, 0) where ${ofPair}`;
      await giveBack(db, guess, reserved, refund);
    },
    async succeeded(db) {
      if (isKnown)
        await db.execute(sql`update known_devices set failures = 0, used_at = now() where ${ofDevice}`);
      await giveBack(db, guess, reserved, sql`delete from sign_in_failures where ${ofPair}`);
    },
  };
}

/** Reverts the counters in the order in which they were incremented, so that attempts never deadlock. */
async function giveBack(db: Db, { email, address }: Guess, reserved: Reserved, pair: SQL): Promise<void> {
  if (reserved.pair === null) return;
  if (!reserved.email) {
    await db.execute(pair);
    return;
  }
  await db.execute(sql`
    with pair as (${pair} returning 1), per_email as (
      update email_failures set failures = greatest(failures - 1, 0)
      where email = ${email} and (select count(*) from pair) >= 0
      returning 1)
    update address_failures set failures = greatest(failures - 1, 0)
    where address = ${address} and window_start = ${reserved.window}::timestamptz
      and (select count(*) from per_email) >= 0`);
}

interface Standing extends Record<string, unknown> {
  known: boolean;
  locked: number | null;
  slowed: number | null;
  throttled: number | null;
}

/**
 * Rejects a doomed attempt before it waits for a slot. Read-only.
 * @throws AppError ACCOUNT_LOCKED or RATE_LIMITED, both with Retry-After in seconds
 */
export async function refuseWhileLocked(db: Db, { email, address, deviceId }: Guess): Promise<void> {
  const seconds = (until: SQL) => sql`greatest(ceil(extract(epoch from ${until} - now()))::int, 1)`;
  const [row] = await db.execute<Standing>(sql`
    select
      exists (select from known_devices k join users u on u.id = k.user_id
        where k.device_id = ${deviceId}::uuid and k.failures < ${DEVICE_LIMIT}
          and u.email = ${email} and u.removed_at is null) as known,
      (select ${seconds(sql`locked_until`)} from sign_in_failures
        where email = ${email} and address = ${address} and locked_until > now()) as locked,
      (select ${seconds(sql`next_check_at`)} from email_failures
        where email = ${email} and failures >= ${EMAIL_LIMIT} and next_check_at > now()
          and window_start >= now() - ${EMAIL_WINDOW}) as slowed,
      (select ${seconds(sql`window_start + interval '5 minutes'`)} from address_failures
        where address = ${address} and window_start > now() - interval '5 minutes' and failures >= ${ADDRESS_LIMIT}
        order by window_start desc limit 1) as throttled`);
  if (!row || row.known) return;
  if (row.locked) throw locked(row.locked);
  if (row.slowed) throw limited('Too many failed sign-ins for this email.', row.slowed);
  if (row.throttled) throw limited('Too many failed sign-ins from this address.', row.throttled);
}

/** Clears every lockout of an email, from any address or device. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await db.execute(sql`delete from sign_in_failures where email = ${email}`);
  await db.execute(sql`delete from email_failures where email = ${email}`);
}

function locked(seconds: number): AppError {
  return new AppError(
    'ACCOUNT_LOCKED',
    'Too many failed sign-ins. Try again later or reset your password.',
    { retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

function limited(why: string, seconds: number): AppError {
  return new AppError(
    'RATE_LIMITED',
    `${why} Try again in ${seconds} s.`,
    { retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}
