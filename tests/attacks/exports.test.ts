import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { openOwnStage } from '../setup/stage';
import { sendUnread, type Unread } from './unread';

const PRODUCTS = 4_700;
const stage = await openOwnStage({ SEND_TIMEOUT: '2' });
const { db, sql } = stage;
const path = '/api/v1/products?format=csv&sort=created_at';
let client: Client;
let other: Client;
const opened: Unread[] = [];

/** Exports are larger than what the sockets of a connection hold by themselves, which is some 10 MB. */
beforeAll(async () => {
  const [large, small] = await Promise.all([
    createBusiness(db, 'wholesaler'),
    createBusiness(db, 'wholesaler'),
  ]);
  await sql`
    insert into products (id, entity_id, name, category, description)
    select gen_random_uuid(), ${large.id}, 'Product ' || n, 'flower', repeat(md5(n::text), 120)
    from generate_series(1, ${PRODUCTS}) n`;
  client = await stage.signIn(await createMember(db, large, 'owner'));
  other = await stage.signIn(await createMember(db, small, 'owner'));
});
afterAll(() => {
  for (const { socket } of opened) socket.destroy();
});

/** Connections of the server that are in a transaction. */
async function inTransaction(): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and query not like '%graphile%'`;
  return row?.n ?? 0;
}

test('sends a complete export and removes its file', async () => {
  const { status, text } = await client.get(path);
  expect(status).toBe(200);
  expect(text.length).toBeGreaterThan(9_000_000);
  expect(text.trimEnd().split('\r\n')).toHaveLength(PRODUCTS + 1);
  expect(await readdir(join(stage.folder, 'spool'))).toEqual([]);
});

test('holds no connection and delays no other caller for unread exports, and ends them by the deadline', async () => {
  for (let n = 0; n < 4; n++) opened.push(await sendUnread(client, path));
  for (let n = 0; n < 10; n++) {
    expect((await other.get('/api/v1/products')).status).toBe(200);
    expect((await stage.anybody.get('/readyz')).status).toBe(200);
  }
  // The entity itself goes on working, and its next export has a place once the deadline has passed.
  expect((await client.get('/api/v1/products?limit=1')).status).toBe(200);
  const next = await client.get(path);
  expect(next.status).toBe(200);
  expect(next.text.trimEnd().split('\r\n')).toHaveLength(PRODUCTS + 1);
  await eventually(inTransaction, (count) => expect(count).toBe(0));
  // The last of them may have begun just before the next, and be read in time.
  await delay(3_000);
  const received = await Promise.all(opened.map((unread) => unread.rest()));
  for (const text of received) {
    expect(text.length).toBeLessThan(next.text.length);
    expect(text.endsWith('0\r\n\r\n')).toBe(false);
  }
  expect(await readdir(join(stage.folder, 'spool'))).toEqual([]);
});

test('frees the slot of an export whose client disconnects', async () => {
  for (let round = 0; round < 3; round++) {
    const leaving = await Promise.all([sendUnread(client, path), sendUnread(client, path)]);
    await delay(100);
    for (const { socket } of leaving) socket.destroy();
  }
  expect((await client.get(path)).status).toBe(200);
});

test('ends a client that sends but does not read', async () => {
  const { socket } = await sendUnread(client, path, 'GET /healthz HTTP/1.1\r\n');
  const began = performance.now();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const chatter = setInterval(() => socket.write('X-More: more\r\n'), 100);
  await closed;
  clearInterval(chatter);
  expect(performance.now() - began).toBeGreaterThan(1_500);
});

test('sends everything to a client that reads slowly but steadily, however long that takes', async () => {
  const unread = await sendUnread(client, path);
  const { socket } = unread;
  const began = performance.now();
  let received = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk;
      socket.pause();
      setTimeout(() => socket.resume(), 30);
    });
    socket.once('close', () => resolve());
    socket.resume();
  });
  expect(performance.now() - began).toBeGreaterThan(2_000);
  expect(received.length).toBeGreaterThan(9_000_000);
  expect(received.endsWith('0\r\n\r\n')).toBe(true);
});
