import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LeaseLost, Leases } from '../../../server/platform/lease/lease';
import { Interrupted, type LeasedRun, resumeRun } from '../../../server/platform/lease/resumable-run';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

const ID = '0192d0a0-0000-7000-8000-000000000001';
const leases = new Leases(sql`errands`, () => sql`t.state = 'open'`, {});
const take = leases.take({
  set: sql`attempts = t.attempts + 1`,
  where: sql`t.state = 'open'`,
  returning: sql<{ attempts: number }>`t.attempts`,
});
const change = leases.change([['x']], (state: string) => sql`state = ${state}`);
const release = leases.release([['x']], (state: string) => ({
  until: sql`now()`,
  set: sql`state = ${state}`,
}));
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql`
    create table errands (id uuid primary key, state text not null default 'open', attempts int not null default 0,
      lease_token uuid, lease_until timestamptz not null default now())`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.sql`truncate errands`;
  await database.sql`insert into errands (id) values (${ID})`;
});

const takeErrand = (): Promise<LeasedRun | null> => take(database.db, ID);
const expire = () => database.sql`update errands set lease_until = now() - interval '1 second'`;
const row = async () => (await database.sql`select state, attempts, lease_token from errands`)[0];

test('one of fifty processes takes a row; another takes it once the lease has expired', async () => {
  const taken = (await Promise.all(Array.from({ length: 50 }, takeErrand))).filter((one) => one !== null);
  expect(taken).toHaveLength(1);
  expect(await takeErrand()).toBeNull();
  await expire();
  expect(await takeErrand()).toMatchObject({ id: ID, attempts: 2 });
});

test('rejects a change and a release by a process that has lost its lease', async () => {
  const first = (await takeErrand()) as LeasedRun;
  await expire();
  const second = (await takeErrand()) as LeasedRun;
  await expect(change(database.db, first, 'done')).rejects.toThrow(LeaseLost);
  await release(database.db, first, 'released');
  expect(await row()).toMatchObject({ state: 'open', lease_token: second.token });
  await change(database.db, second, 'done');
  await expect(leases.renew(database.db, second)).rejects.toThrow(LeaseLost);
});

/** Runs the errand once, with work that throws `failure`. */
async function attempt(failure: unknown, stopping = new AbortController().signal) {
  const told: unknown[] = [];
  const run = (await takeErrand()) as LeasedRun;
  await resumeRun({ db: database.db, log: pino({ enabled: false }), stopping }, run, {
    name: 'errand',
    leases,
    work: async (_run, pause) => {
      pause();
      if (failure) throw failure;
    },
    isFinal: (error) => error instanceof TypeError,
    pauseAfter: (error) => (error instanceof RangeError ? 9 : 0),
    postpone: async (leased, seconds) => {
      told.push(seconds);
      await release(database.db, leased, 'open');
    },
    fail: async (_leased, error) => {
      told.push(error);
      await expire();
    },
  });
  return told;
}

test('postpones 2, 6 and 15 seconds, then fails', async () => {
  const failure = new Error('upstream');
  const told = [];
  for (let n = 0; n < 4; n++) told.push(...(await attempt(failure)));
  expect(told).toEqual([2, 6, 15, failure]);
});

test('waits as long as a failure asks for, fails at once when it is final, and ends quietly when the lease is lost', async () => {
  expect(await attempt(new RangeError('slow down'))).toEqual([9]);
  const final = new TypeError('unreadable');
  expect(await attempt(final)).toEqual([final]);
  expect(await attempt(new LeaseLost())).toEqual([]);
});

test('a process that is asked to stop gives the run back at once', async () => {
  expect(await attempt(null, AbortSignal.abort())).toEqual([0]);
  expect(await row()).toMatchObject({ state: 'open', lease_token: null });
});

test('fails a run that was taken eleven times without progress', async () => {
  await database.sql`update errands set attempts = 10`;
  expect(await attempt(null)).toEqual([expect.any(Interrupted)]);
});
