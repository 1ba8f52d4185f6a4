import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { connectHttp, type RunBody, untilEnded } from '../factories/pos';
import { ok } from '../setup/client';
import { percentile } from '../setup/percentile';
import { openReceiver } from '../setup/receiver';
import { openOwnStage } from '../setup/stage';

const stage = await openOwnStage({ WEBHOOK_ALLOW_LOOPBACK: '1' });
const victim = await createBusiness(stage.db, 'retailer');
const reader = await stage.signIn(await createMember(stage.db, victim, 'owner'));
const READS = 150;

/** A POS whose pages are nearly 4 MiB of the smallest objects around one item; it never runs out of them. */
async function openCostlyPos() {
  const pos = await openReceiver();
  const objects = '{},'.repeat(1_300_000);
  let pages = 0;
  pos.answer(({ path }, response) => {
    response.setHeader('content-type', 'application/json');
    if (path.startsWith('/health')) return void response.end('{"status":"ok"}');
    if (path.startsWith('/changes')) return void response.writeHead(404).end();
    pages += 1;
    response.end(`{"items":[{"id":"${pages}","quantity":1}],"next_cursor":"${pages}","x":[${objects}{}]}`);
  });
  onTestFinished(() => pos.close());
  return pos;
}

/**
 * Reads a list, one request after the other: 150 times, and until enough has happened beside it.
 * @returns the 95th percentile (ms)
 */
async function readTime(isEnough = () => true): Promise<number> {
  const times: number[] = [];
  while (times.length < READS || !isEnough()) {
    const began = performance.now();
    ok(await reader.get('/api/v1/inventory?limit=20'));
    times.push(performance.now() - began);
    await delay(5);
  }
  return percentile(times, 0.95);
}

test.each([1, 2])(
  '%i syncs with costly pages delay others at most five times, and end as too costly',
  async (systems) => {
    await readTime();
    const alone = await readTime();
    const pos = await openCostlyPos();
    const attacker = await createBusiness(stage.db, 'retailer', { locationCount: systems });
    const client = await stage.signIn(await createMember(stage.db, attacker, 'owner'));
    for (const locationId of attacker.locationIds) await connectHttp(client, locationId, { url: pos.url });
    const runs = await Promise.all(
      attacker.locationIds.map(async (location_id) =>
        ok(await client.post<RunBody>('/api/v1/inventory/sync', { location_id, sync_type: 'full' })),
      ),
    );
    await pos.waitFor(({ path }) => path.startsWith('/items'));
    // However busy the machine: some pages are read beside.
    const beside = await readTime(() => pos.requests.length > 5);
    expect(beside / alone).toBeLessThan(5);
    process.stdout.write(
      `p95 beside ${systems} costly: ${beside.toFixed(1)} ms, alone ${alone.toFixed(1)} ms\n`,
    );
    for (const { id } of runs) {
      const { status, errors } = await untilEnded(client, id, 100_000);
      expect(status).toBe('failed');
      expect(errors[0]?.code).toBe('pos_too_costly');
    }
  },
);

test('reads nothing of a business’s POS after ten minutes of a day, whichever process spent them', async () => {
  const pos = await openCostlyPos();
  const business = await createBusiness(stage.db, 'retailer');
  const client = await stage.signIn(await createMember(stage.db, business, 'owner'));
  const [locationId] = business.locationIds;
  await connectHttp(client, locationId, { url: pos.url });
  const day = `pos_parsing:${business.id}:${new Date().toISOString().slice(0, 10)}`;
  await stage.sql`insert into rate_limits (key, points, expire) values (${day}, 600000, now() + interval '1 day')`;
  const run = ok(
    await client.post<RunBody>('/api/v1/inventory/sync', { location_id: locationId, sync_type: 'full' }),
  );
  const { errors } = await untilEnded(client, run.id);
  expect(errors[0]?.code).toBe('pos_too_costly');
  expect(pos.requests.some(({ path }) => path.startsWith('/items'))).toBe(false);
  const tested = ok(
    await client.post<{ ok: boolean; code: string }>(`/api/v1/entity/locations/${locationId}/pos/test`),
  );
  expect(tested).toMatchObject({ ok: false, code: 'pos_too_costly' });
});
