import type { ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { newSecret, SECRET_PURPOSE } from '../../../../server/features/webhooks/sign';
import { SecretCipher } from '../../../../server/platform/secrets/cipher';
import { createBusiness } from '../../../factories/business';
import { emitUpdates, numberOf } from '../../../factories/event';
import { openTestDatabase } from '../../../setup/database';
import { eventually } from '../../../setup/eventually';
import { openReceiver, verified } from '../../../setup/receiver';
import { startServer, TEST_SECRET } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

const HANGING = 50;
const EACH = 30;
const EVENTS = 120;

/** An endpoint without a member who adds it. @returns its secret */
async function insertEndpoint(entityId: string, url: string): Promise<string> {
  const secret = newSecret();
  await sql`
    insert into webhook_endpoints (id, entity_id, url, events, secret)
    values (gen_random_uuid(), ${entityId}, ${url}, '{*}',
      ${new SecretCipher(TEST_SECRET).seal(SECRET_PURPOSE, secret)})`;
  return secret;
}

test("doesn't delay a good endpoint for 50 hanging ones; four requests at a time to each, 200 in all", {
  timeout: 90_000,
}, async () => {
  const server = await startServer(database.url, { WEBHOOK_ALLOW_LOOPBACK: '1' });
  const [hanging, good] = [await openReceiver(), await openReceiver()];
  try {
    const open = new Map<string, Set<ServerResponse>>();
    let most = 0;
    let atOnce = 0;
    hanging.answer(({ path }, response) => {
      const here = open.get(path) ?? new Set();
      open.set(path, here.add(response));
      response.once('close', () => here.delete(response));
      most = Math.max(most, here.size);
      atOnce = Math.max(
        atOnce,
        [...open.values()].reduce((sum, { size }) => sum + size, 0),
      );
    });
    for (let b = 0; b < HANGING / 10; b++) {
      const business = await createBusiness(db, 'wholesaler');
      for (let e = 0; e < 10; e++) await insertEndpoint(business.id, `${hanging.url}/${b}-${e}`);
      await emitUpdates(db, business.id, EACH);
    }
    await eventually(
      () => atOnce,
      (count) => expect(count).toBe(4 * HANGING),
    );
    const { id } = await createBusiness(db, 'retailer');
    const secret = await insertEndpoint(id, good.url);
    const sent: number[] = [];
    for (let number = 1; number <= EVENTS; number++) {
      sent[number] = Date.now();
      await emitUpdates(db, id, 1, number);
      // A quarter of them follow at once, the others as they come.
      if (number % 4 !== 0) await new Promise((done) => setTimeout(done, 25));
    }
    await eventually(
      () => good.requests.length,
      (count) => expect(count).toBe(EVENTS),
    );
    const waits = good.requests
      .map((request) => request.at.getTime() - (sent[numberOf(request)] ?? 0))
      .sort((a, b) => a - b);
    const p99 = waits[Math.ceil(waits.length * 0.99) - 1];
    expect(p99, `the waits were ${waits}`).toBeLessThan(1000);
    for (const request of good.requests) verified(request, secret);
    expect(new Set(good.requests.map(numberOf)).size).toBe(EVENTS);
    expect(most).toBe(4);
    // They hung all the while.
    expect([...open.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(100);
    expect(server.takeFaults()).toEqual([]);
  } finally {
    await Promise.all([hanging.close(), good.close()]);
    await server.stop();
  }
});
