import { setTimeout as delay } from 'node:timers/promises';
import { sql as rawSql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { CATALOG } from '../../../../server/features/webhooks/catalog';
import { createDeliveries } from '../../../../server/features/webhooks/dispatch';
import { webhookEndpoints } from '../../../../server/features/webhooks/tables';
import { newId } from '../../../../server/kernel/ids';
import { type Db, isLockTimeout } from '../../../../server/platform/db/client';
import { dispatchEvents } from '../../../../server/platform/outbox/dispatcher';
import { storeEvents } from '../../../../server/platform/outbox/emit';
import { startDispatcher } from '../../../../server/transport/worker/dispatcher';
import { type Business, createBusiness, createMember } from '../../../factories/business';
import { type Envelope, emitUpdates } from '../../../factories/event';
import { addEndpoint, NOWHERE } from '../../../factories/webhook';
import { type Client, ok, signIn } from '../../../setup/client';
import { openTestDatabase } from '../../../setup/database';
import { eventually } from '../../../setup/eventually';
import { IS_SHORT } from '../../../setup/full';
import { expectEventsAsPublished } from '../../../setup/invariants';
import { seeded } from '../../../setup/random';
import { openReceiver } from '../../../setup/receiver';
import { startServer } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

const WRITERS = 5;
const WRITES = 30;
class Undone extends Error {}

/**
 * Transactions of one to four events each; some wait before they commit, so that they commit in another order than they
 * wrote, and some are undone. @returns how many events were committed, by business
 */
async function write(businesses: readonly Business[], seed: number): Promise<Map<string, number>> {
  const random = seeded(seed);
  const committed = new Map<string, number>();
  for (let i = 0; i < WRITES; i++) {
    const { id } = random.pick(businesses);
    const count = 1 + random.below(4);
    const [waits, undone] = [random.below(4) === 0, random.below(6) === 0];
    const pause = random.below(120);
    try {
      await db.transaction(async (tx) => {
        const data = { ...CATALOG['inventory.updated'].sample, delta: undone ? -1 : 1 };
        await storeEvents(
          tx,
          Array.from({ length: count }, () => ({ type: 'inventory.updated' as const, entityId: id, data })),
        );
        if (waits) await delay(pause);
        if (undone) throw new Undone();
      });
      committed.set(id, (committed.get(id) ?? 0) + count);
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
  }
  return committed;
}

/** Pages through the events as an integrator who catches up all the time. */
async function follow(client: Client, until: () => boolean): Promise<Envelope[]> {
  const seen: Envelope[] = [];
  for (;;) {
    const last = until();
    const after = seen.at(-1)?.sequence ?? 0;
    const { data } = ok(await client.get<{ data: Envelope[] }>(`/api/v1/events?after=${after}&limit=7`));
    seen.push(...data);
    if (last && data.length === 0) return seen;
    if (data.length === 0) await delay(10);
  }
}

test.skipIf(IS_SHORT)(
  'numbers events once and without gaps with four dispatchers in three processes and late commits; a reader misses nothing',
  {
    timeout: 90_000,
  },
  async () => {
    const businesses = [await createBusiness(db, 'wholesaler'), await createBusiness(db, 'retailer')];
    const servers = await Promise.all([
      startServer(database.url, { WEBHOOK_ALLOW_LOOPBACK: '1' }),
      startServer(database.url, { WEBHOOK_ALLOW_LOOPBACK: '1' }),
    ]);
    const log = pino({ level: 'silent' });
    const dispatchers = [startDispatcher(db, log), startDispatcher(db, log)];
    const receiver = await openReceiver();
    try {
      const clients = await Promise.all(
        businesses.map(async (business, i) =>
          signIn(servers[i]?.url ?? '', await createMember(db, business, 'owner')),
        ),
      );
      for (const client of clients) await addEndpoint(client, { url: receiver.url });
      let written = false;
      const readers = clients.map((client) => follow(client, () => written));
      const totals = await Promise.all(
        Array.from({ length: WRITERS }, (_, seed) => write(businesses, seed + 1)),
      );
      const expected = businesses.map(({ id }) =>
        totals.reduce((sum, total) => sum + (total.get(id) ?? 0), 0),
      );
      await eventually(
        async () => (await sql`select count(*)::int as n from events where sequence is null`)[0]?.n,
        (waiting) => expect(waiting).toBe(0),
      );
      written = true;
      const seen = await Promise.all(readers);
      for (const [i, events] of seen.entries()) {
        expect(events.map(({ sequence }) => sequence)).toEqual(
          Array.from({ length: expected[i] ?? 0 }, (_, place) => place + 1),
        );
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        expect(events.every(({ data }) => data.delta === 1)).toBe(true);
      }
      const total = expected.reduce((sum, count) => sum + count, 0);
      expect(total).toBeGreaterThan(200);
      const [stored] = await sql`select count(*)::int as n from events`;
      expect(stored?.n).toBe(total);
      await expectEventsAsPublished(sql);
      await eventually(
        async () =>
          (await sql`select status, count(*)::int as n from webhook_deliveries group by status`) as unknown,
        (rows) => expect(rows).toEqual([{ status: 'delivered', n: total }]),
        { patienceMs: 30_000, everyMs: 200 },
      );
      const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
      expect(ids.length).toBe(total);
      expect(new Set(ids).size).toBe(total);
      for (const server of servers) expect(server.takeFaults()).toEqual([]);
    } finally {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
      await Promise.all(servers.map((server) => server.stop()));
      await receiver.close();
    }
  },
);

test('commits a number together with everything that follows from it', async () => {
  const { id } = await createBusiness(db, 'wholesaler');
  await emitUpdates(db, id, 3);
  await expect(
    dispatchEvents(db, async () => {
      throw new Undone();
    }),
  ).rejects.toThrow(Undone);
  const numbers = async () =>
    (await sql`select sequence::int as s from events where entity_id = ${id} order by id`).map(({ s }) => s);
  expect(await numbers()).toEqual([null, null, null]);
  const given: number[] = [];
  expect(await dispatchEvents(db, async (_tx, events) => void given.push(events.length))).toBe(3);
  expect(given).toEqual([3]);
  expect(await numbers()).toEqual([1, 2, 3]);
  expect(await dispatchEvents(db, async () => {})).toBe(0);
});

test('gives a second dispatcher nothing to do while one is running', async () => {
  const { id } = await createBusiness(db, 'wholesaler');
  await emitUpdates(db, id, 1);
  let other = -1;
  const own = await dispatchEvents(db, async () => {
    other = await dispatchEvents(db, async () => {});
  });
  expect([own, other]).toEqual([1, 0]);
});

test('yields to the holder of a lock it needs, having done nothing', async () => {
  const { id } = await createBusiness(db, 'wholesaler');
  await emitUpdates(db, id, 2);
  const touch = async (tx: Db) => {
    await tx.execute(rawSql`update entities set name = name where id = ${id}`);
  };
  await db.transaction(async (holder) => {
    await touch(holder);
    const failure = await dispatchEvents(db, touch).then(() => null, isLockTimeout);
    expect(failure).toBe(true);
  });
  expect(await dispatchEvents(db, touch)).toBe(2);
});

test('wakes all endpoints by one statement: those that mark several jobs as done wait for no second one', async () => {
  const { id } = await createBusiness(db, 'wholesaler');
  const endpoint = () => ({ id: newId(), entityId: id, url: NOWHERE, events: ['*'], secret: '' });
  await db.insert(webhookEndpoints).values([endpoint(), endpoint(), endpoint()]);
  await sql`create table writes ()`;
  await sql.unsafe(`
    create function note_write() returns trigger language plpgsql as $$
    begin insert into writes default values; return null; end $$;
    create trigger note_write after insert on graphile_worker._private_jobs execute function note_write();`);
  await emitUpdates(db, id, 2);
  await dispatchEvents(db, createDeliveries);
  const jobs = await sql`select from graphile_worker.jobs where key like 'deliver:%'`;
  expect([jobs.length, (await sql`select from writes`).length]).toEqual([3, 1]);
});
