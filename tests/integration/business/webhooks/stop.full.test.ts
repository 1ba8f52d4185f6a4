import { afterAll, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../../factories/business';
import { emitUpdates, numberOf } from '../../../factories/event';
import { addEndpoint } from '../../../factories/webhook';
import { signIn } from '../../../setup/client';
import { openTestDatabase } from '../../../setup/database';
import { eventually } from '../../../setup/eventually';
import { openReceiver } from '../../../setup/receiver';
import { startServer } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

const EVENTS = 12;

test('records deliveries in flight on SIGTERM; the next process sends the rest, each once', async () => {
  const env = { WEBHOOK_ALLOW_LOOPBACK: '1' };
  const receiver = await openReceiver();
  receiver.answer((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), 600);
  });
  const first = await startServer(database.url, env);
  const business = await createBusiness(db, 'wholesaler');
  const client = await signIn(first.url, await createMember(db, business, 'owner'));
  await addEndpoint(client, { url: receiver.url });
  await emitUpdates(db, business.id, EVENTS);
  await receiver.waitFor(() => receiver.requests.length === 4);
  first.child.kill('SIGTERM');
  expect(await first.exited).toEqual({ code: 0, signal: null });
  expect(first.takeFaults()).toEqual([]);
  expect(receiver.requests).toHaveLength(4);
  expect(
    await sql`select status, count(*)::int as n from webhook_deliveries group by status order by status`,
  ).toEqual([
    { status: 'delivered', n: 4 },
    { status: 'pending', n: EVENTS - 4 },
  ]);
  expect(await sql`select from graphile_worker.jobs where locked_by is not null`).toHaveLength(0);
  expect(await sql`select from webhook_endpoints where lease_until is not null`).toHaveLength(0);

  const second = await startServer(database.url, env);
  try {
    await eventually(
      async () => (await sql`select from webhook_deliveries where status = 'delivered'`).length,
      (delivered) => expect(delivered).toBe(EVENTS),
    );
    expect(receiver.requests.map(numberOf).sort((a, b) => a - b)).toEqual(
      Array.from({ length: EVENTS }, (_, i) => i + 1),
    );
  } finally {
    await second.stop();
    await receiver.close();
  }
});
