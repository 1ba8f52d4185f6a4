import { type SQL, sql } from 'drizzle-orm';
import { ID, TIME } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { Whose } from '../password/password-slots';
import { type Account, type Member, memberOf } from '../queries.sql';
import { FIVE_MINUTES } from '../service.sql';
import { addressFailures, emailFailures, knownDevices, signInFailures, users } from '../tables';

/** The account that is tried, the address, and the known device if any. */
export interface Guess extends Whose {
  deviceId: string | null;
}

/** Whether the device is known, and for how many seconds the attempt would be rejected otherwise. */
export interface Standing {
  known: boolean;
  locked: number | null;
  slowed: number | null;
  throttled: number | null;
}

/** What an attempt was counted on: nothing when its standing rejects it. */
export interface Reserved extends Standing {
  /** Failures of the pair, including this attempt; null when not counted. */
  pair: number | null;
  email: boolean;
  /** Start of the address's window. */
  window: string | null;
  /** The account that was asked for, if there is one. */
  member: Member | null;
}

export const LIMIT = 5;
const WINDOW = sql`interval '15 minutes'`;
const LOCK_MINUTES = 15;
const LONGEST_LOCK_MINUTES = 24 * 60;
const EMAIL_LIMIT = 50;
const EMAIL_WINDOW = sql`interval '1 hour'`;
const SLOW_LANE = sql`interval '30 seconds'`;
export const ADDRESS_LIMIT = 100;
const DEVICE_LIMIT = 10;
/** After this, an unsettled reservation belongs to a process that was killed. */
const LOST = sql`interval '30 seconds'`;

const GUESS: Guess = { email: 'a@example.com', address: '203.0.113.1', deviceId: ID };
const STRANGER: Guess = { ...GUESS, deviceId: null };
const SAMPLES: Array<[Guess, boolean, Account | null]> = [
  [GUESS, false, { email: 'x' }],
  [STRANGER, false, { userId: ID }],
  [GUESS, true, null],
];

/** Counts an attempt of a known device; no row when the device is unknown or at its limit. */
export const reserveOnDevice = statement(
  [[GUESS]],
  ({ email, deviceId }: Guess) => sql<{ user_id: string }>`
    update ${knownDevices} k set failures = k.failures + 1
    from ${users} u
    where k.device_id = ${deviceId} and k.failures < ${DEVICE_LIMIT}
      and u.id = k.user_id and u.email = ${email} and u.removed_at is null
    returning k.user_id`,
);

const seconds = (until: SQL) => sql`greatest(ceil(extract(epoch from ${until} - now()))::int, 1)`;

/** SQL: whether the device is known; a device of null, which costs nothing, would have the statement planned each time. */
const isOfMember = ({ email, deviceId }: Guess) =>
  deviceId === null
    ? sql`false`
    : sql`exists (select from ${knownDevices} k join ${users} u on u.id = k.user_id
        where k.device_id = ${deviceId}::uuid and k.failures < ${DEVICE_LIMIT}
          and u.email = ${email} and u.removed_at is null)`;

export const standingOf = statement([[GUESS], [STRANGER]], (guess: Guess) => {
  const { email, address } = guess;
  return sql<Standing>`
    select ${isOfMember(guess)} as known,
      (select ${seconds(sql`locked_until`)} from ${signInFailures}
        where email = ${email} and address = ${address} and locked_until > now()) as locked,
      (select ${seconds(sql`next_check_at`)} from ${emailFailures}
        where email = ${email} and failures >= ${EMAIL_LIMIT} and next_check_at > now()
          and window_start >= now() - ${EMAIL_WINDOW}) as slowed,
      (select ${seconds(sql`window_start + interval '5 minutes'`)} from ${addressFailures}
        where address = ${address} and window_start > now() - interval '5 minutes' and failures >= ${ADDRESS_LIMIT}
        order by window_start desc limit 1) as throttled`;
});

/**
 * Counts an attempt of the pair, then of the email, then of the address, each only below its limit, and reads the account
 * with it. An attempt that its standing rejects counts nowhere.
 * @param isKnown true for an attempt counted on a known device, which nothing rejects
 */
export const reserveAttemptOf = statement(
  SAMPLES,
  (guess: Guess, isKnown: boolean, account: Account | null) => {
    const { email, address } = guess;
    const pairIsOver = sql`f.first_failed_at < now() - ${WINDOW}`;
    const hourIsOver = sql`e.window_start < now() - ${EMAIL_WINDOW}`;
    return sql<Reserved>`
    with standing as materialized (${standingOf.build(guess)}), pair as (
      insert into ${signInFailures} as f (email, address, failures, first_failed_at, reserved_at)
      select ${email}, ${address}, 1, now(), now() from standing
      where ${isKnown}::boolean or known or (locked is null and slowed is null and throttled is null)
      on conflict (email, address) do update set
        failures = case when ${pairIsOver} then 1 else least(f.failures + 1, ${LIMIT}) end,
        first_failed_at = case when ${pairIsOver} then now() else f.first_failed_at end,
        reserved_at = now()
      where (f.locked_until is null or f.locked_until <= now())
        and (f.failures < ${LIMIT} or ${pairIsOver} or f.reserved_at < now() - ${LOST})
      returning failures
    ), per_email as (
      insert into ${emailFailures} as e (email, window_start, failures, next_check_at)
      select ${email}, now(), 1, now() from pair
      on conflict (email) do update set
        failures = case when ${hourIsOver} then 1 else e.failures + 1 end,
        window_start = case when ${hourIsOver} then now() else e.window_start end,
        next_check_at = case when ${hourIsOver} or e.failures < ${EMAIL_LIMIT} then e.next_check_at
          else now() + ${SLOW_LANE} end
      where ${hourIsOver} or e.failures < ${EMAIL_LIMIT} or e.next_check_at <= now()
      returning failures
    ), per_address as (
      insert into ${addressFailures} as a (address, window_start, failures)
      select ${address}, ${FIVE_MINUTES}, 1 from per_email
      on conflict (address, window_start) do update set failures = a.failures + 1
      where a.failures < ${ADDRESS_LIMIT}
      returning window_start
    )
    select (select failures from pair) as pair, exists (select from per_email) as email,
      (select window_start::text from per_address) as "window", standing.*,
      ${account ? sql`(select to_json(m) from (${memberOf.build(account)}) m)` : sql`null::json`} as member
    from standing`;
  },
);

const ofPair = ({ email, address }: Guess) => sql`email = ${email} and address = ${address}`;
const ofDevice = ({ email, deviceId }: Guess) => sql`device_id = ${deviceId} and user_id =
    (select id from ${users} where email = ${email} and removed_at is null)`;

export const startLockout = statement([[GUESS]], (guess: Guess) => {
  const minutes = sql`least(${LOCK_MINUTES} * (2 ^ least(locks, 10))::int, ${LONGEST_LOCK_MINUTES})`;
  return sql`
    update ${signInFailures}
    set failures = 0, locks = locks + 1, locked_until = now() + make_interval(mins => ${minutes})
    where ${ofPair(guess)} and failures >= ${LIMIT} and (locked_until is null or locked_until <= now())`;
});

export const refundDevice = statement(
  [[GUESS]],
  (guess: Guess) => sql`
    update ${knownDevices} set failures = greatest(failures - 1, 0) where ${ofDevice(guess)}`,
);

export const clearDevice = statement(
  [[GUESS]],
  (guess: Guess) => sql`
    update ${knownDevices} set failures = 0, used_at = now() where ${ofDevice(guess)}`,
);

/** What becomes of the pair's failures: one less, or none. */
type Outcome = 'released' | 'succeeded';

function givingBackPair(guess: Guess, outcome: Outcome): SQL {
  return outcome === 'succeeded'
    ? sql`delete from ${signInFailures} where ${ofPair(guess)}`
    : sql`update ${signInFailures} set failures = greatest(failures - 1, 0) where ${ofPair(guess)}`;
}

export const giveBackPair = statement(
  [
    [GUESS, 'released'],
    [GUESS, 'succeeded'],
  ],
  givingBackPair,
);

/** Reverts the counters in the order in which they were incremented, so that attempts never deadlock. */
export const giveBackCounted = statement(
  [
    [GUESS, 'released', TIME],
    [GUESS, 'succeeded', null],
  ],
  (guess: Guess, outcome: Outcome, window: string | null) => sql`
    with pair as (${givingBackPair(guess, outcome)} returning 1), per_email as (
      update ${emailFailures} set failures = greatest(failures - 1, 0)
      where email = ${guess.email} and (select count(*) from pair) >= 0
      returning 1)
    update ${addressFailures} set failures = greatest(failures - 1, 0)
    where address = ${guess.address} and window_start = ${window}::timestamptz
      and (select count(*) from per_email) >= 0`,
);
