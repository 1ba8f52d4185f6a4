import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { percentile } from '../setup/percentile';
import { openOwnStage } from '../setup/stage';
import { sendUnread, type Unread } from './unread';

const EXPORTS = 20;
const WATCH_MS = 45_000;
const stage = await openOwnStage({ SEND_TIMEOUT: '5' });
const { db, sql } = stage;
const opened: Unread[] = [];
afterAll(() => {
  for (const { socket } of opened) socket.destroy();
});

test('keeps responding to other tenants and /readyz during 20 unread exports of 9 MB, and ends all of them', async () => {
  const [large, small] = await Promise.all([
    createBusiness(db, 'wholesaler'),
    createBusiness(db, 'wholesaler'),
  ]);
  await sql`
    insert into products (id, entity_id, name, category, description)
    select gen_random_uuid(), ${large.id}, 'Product ' || n, 'flower', repeat(md5(n::text), 60)
    from generate_series(1, 4700) n`;
  const client = await stage.signIn(await createMember(db, large, 'owner'));
  const other = await stage.signIn(await createMember(db, small, 'owner'));
  for (let n = 0; n < EXPORTS; n++) {
    opened.push(await sendUnread(client, '/api/v1/products?format=csv&sort=created_at'));
  }

  const times: number[] = [];
  const until = performance.now() + WATCH_MS;
  while (performance.now() < until) {
    const began = performance.now();
    expect((await other.get('/api/v1/products')).status).toBe(200);
    times.push(performance.now() - began);
    expect((await stage.anybody.get('/readyz')).status).toBe(200);
    await delay(50);
  }
  process.stdout.write(
    `another tenant: p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms of ${times.length}\n`,
  );
  expect(percentile(times, 0.99)).toBeLessThan(1_000);

  const received = await Promise.all(opened.map((unread) => unread.rest()));
  const refused = received.filter((text) => text.startsWith('HTTP/1.1 503'));
  const ended = received.filter((text) => !text.startsWith('HTTP/1.1 503'));
  for (const text of refused) expect(text).toMatch(/\r\nRetry-After: \d+\r\n/i);
  for (const text of ended) expect(text.endsWith('0\r\n\r\n')).toBe(false);
  expect(ended.length).toBeGreaterThanOrEqual(2);
  expect(await readdir(join(stage.folder, 'spool'))).toEqual([]);
});
