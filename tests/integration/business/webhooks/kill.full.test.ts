import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { emitUpdates } from '../../../factories/event';
import { addEndpoint } from '../../../factories/webhook';
import { Client, ok, signIn } from '../../../setup/client';
import { openTestDatabase } from '../../../setup/database';
import { eventually } from '../../../setup/eventually';
import { IS_FULL } from '../../../setup/full';
import { expectEventsAsPublished, expectStockAddsUp } from '../../../setup/invariants';
import { openMailServer } from '../../../setup/mail';
import { seeded } from '../../../setup/random';
import { openReceiver, verified } from '../../../setup/receiver';
import { type ServerProcess, spawnServer, startServer } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());
const mail = await openMailServer();
const env = { WEBHOOK_ALLOW_LOOPBACK: '1', ...mail.env };

const EVENTS = IS_FULL ? 500 : 250;
const KILLS = IS_FULL ? 4 : 2;

/** A process that runs only jobs; its first line says that it is ready. */
async function startWorker(): Promise<ServerProcess> {
  const worker = await spawnServer({ ...env, DATABASE_URL: database.url, ROLE: 'worker' });
  await eventually(
    () => [...worker.stdout, ...worker.stderr].join('\n'),
    (output) => expect(output).toContain('worker is running'),
    { patienceMs: 45_000 },
  );
  return worker;
}

async function kill({ child, exited }: ServerProcess): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}

/** Asks for a mail, and waits until a worker is at it, which the mail server keeps from ending. */
async function holdMail(url: string, email: string): Promise<void> {
  mail.hanging = true;
  await new Client(url).post('/auth/password/reset-request', { email });
  await eventually(
    async () =>
      (
        await sql`select from graphile_worker.jobs
          where task_identifier = 'mail_password_reset' and locked_by is not null`
      ).length,
    (locked) => expect(locked).toBe(1),
  );
}

/** Adjusts an item repeatedly until the server is gone. @returns the number of responses */
async function adjustUntilGone(client: Client, itemId: string): Promise<number> {
  const once = client.unpooled();
  for (let answered = 0; ; answered++) {
    try {
      const change = { quantity_change: 1, reason_code: 'AUDIT' };
      ok(await once.patch(`/api/v1/inventory/${itemId}`, change));
    } catch {
      return answered;
    }
  }
}

test('delivers every event once after kill -9 of workers and the web process; the next process sends a mail in flight', {
  timeout: 180_000,
}, async () => {
  const random = seeded(9);
  const business = await createBusiness(db, 'wholesaler');
  const owner = await createMember(db, business, 'owner');
  const { variantId } = await createProduct(db, business);
  const itemId = await createStock(db, business, variantId, 1);
  const receivers = [await openReceiver(), await openReceiver()] as const;
  for (const receiver of receivers) {
    receiver.answer((_request, response) => {
      setTimeout(() => response.writeHead(204).end(), 5 + random.below(40));
    });
  }
  const [web, first] = await Promise.all([startServer(database.url, { ...env, ROLE: 'web' }), startWorker()]);
  const running = new Set([web, first]);
  let worker = first;
  try {
    const client = await signIn(web.url, owner);
    const secrets = [
      (await addEndpoint(client, { url: receivers[0].url })).secret,
      (await addEndpoint(client, { url: receivers[1].url, events: ['inventory.changed'] })).secret,
    ];
    const writing = (async () => {
      for (let written = 0; written < EVENTS; written += 10) {
        await emitUpdates(db, business.id, 10, written + 1);
        await delay(20);
      }
    })();
    const adjusting = adjustUntilGone(client, itemId);
    await holdMail(web.url, owner.email);
    let mailed = Promise.resolve();
    for (let kills = 1; kills <= KILLS; kills++) {
      const reached = receivers[0].requests.length + 20 + random.below(60);
      await eventually(
        () => receivers[0].requests.length,
        (count) => expect(count).toBeGreaterThan(reached),
        { patienceMs: 40_000, everyMs: 10 },
      );
      await Promise.all([kill(worker), ...(kills === 1 ? [kill(web)] : [])]);
      mail.hanging = false;
      const leased = await sql`select from webhook_endpoints where lease_until > now()`;
      expect(leased.length).toBeGreaterThan(0);
      if (kills === 1) {
        mailed = eventually(
          () => mail.countTo(owner.email, /new password/),
          (count) => expect(count).toBe(1),
          { patienceMs: 90_000 },
        );
      } else {
        // After the first kill the lease has run out by itself; now it is taken to have.
        await sql`update webhook_endpoints set lease_until = now()`;
      }
      worker = await (kills % 2 === 0 ? startServer(database.url, env) : startWorker());
      running.add(worker);
    }
    const [answered] = await Promise.all([adjusting, writing]);
    const [moved] = await sql<{ n: number }[]>`
      select count(*)::int as n from inventory_movements where source_type = 'api'`;
    expect(moved?.n).toBeGreaterThanOrEqual(answered);
    const total = EVENTS + Number(moved?.n);
    await eventually(
      async () =>
        (await sql`
          select status, count(*)::int as n, count(distinct (endpoint_id, event_id))::int as different
          from webhook_deliveries d join events e on e.id = d.event_id where e.type = 'inventory.updated'
          group by status`) as unknown,
      (rows) => expect(rows).toEqual([{ status: 'delivered', n: 2 * total, different: 2 * total }]),
      { patienceMs: 60_000, everyMs: 250 },
    );
    for (const [i, { requests }] of receivers.entries()) {
      for (const request of requests) verified(request, secrets[i] ?? '');
      const updates = requests.filter(({ body }) => !body.includes('"inventory.low_stock"'));
      expect(new Set(updates.map(({ headers }) => headers['webhook-id'])).size).toBe(total);
      // At least once, and not much more: again comes what was under way or not yet recorded.
      expect(updates.length).toBeLessThanOrEqual(total + KILLS * 40);
    }
    await mailed;
    await expectEventsAsPublished(sql);
    await expectStockAddsUp(sql);
    for (const server of running) expect(server.takeFaults()).toEqual([]);
  } finally {
    await Promise.all([...running].map((server) => server.stop()));
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
});
