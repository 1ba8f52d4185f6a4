import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../../factories/business';
import { emitUpdates } from '../../../factories/event';
import { addEndpoint } from '../../../factories/webhook';
import { signIn } from '../../../setup/client';
import { openTestDatabase } from '../../../setup/database';
import { eventually } from '../../../setup/eventually';
import { IS_FULL } from '../../../setup/full';
import { openReceiver } from '../../../setup/receiver';
import { startServer } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql, url } = database;
afterAll(() => database.close());

const ENDPOINTS = 10;
const EVENTS = IS_FULL ? 200 : 60;

test('delivers each event once without deadlock to ten endpoints woken while their last jobs are marked done', async () => {
  const server = await startServer(url, { WEBHOOK_ALLOW_LOOPBACK: '1' });
  const receiver = await openReceiver();
  try {
    const business = await createBusiness(db, 'wholesaler');
    const client = await signIn(server.url, await createMember(db, business, 'owner'));
    for (let i = 0; i < ENDPOINTS; i++) await addEndpoint(client, { url: `${receiver.url}/${i}` });
    for (let i = 0; i < EVENTS; i++) {
      await emitUpdates(db, business.id, 1);
      await delay(20 + (i % 5) * 10);
    }
    await eventually(
      () => receiver.requests.length,
      (count) => expect(count).toBe(ENDPOINTS * EVENTS),
    );
    const keys = receiver.requests.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
    expect(new Set(keys).size).toBe(ENDPOINTS * EVENTS);
    const [stats] = await sql`
      select deadlocks::int from pg_stat_database where datname = current_database()`;
    expect(stats?.deadlocks).toBe(0);
    expect(server.takeFaults()).toEqual([]);
  } finally {
    await server.stop();
    await receiver.close();
  }
});
