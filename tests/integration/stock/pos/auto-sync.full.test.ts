import { afterAll, expect, test } from 'vitest';
import { createBusiness, createLocation } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { connectPos } from '../../../factories/pos';
import { openTestDatabase } from '../../../setup/database';
import { startServer } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
const servers = [await startServer(database.url), await startServer(database.url)];
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.close();
});

const settings = (id: string, autoSync: boolean, frequency: string) =>
  sql`update entities set auto_sync = ${autoSync}, sync_frequency = ${frequency} where id = ${id}`;
const runsAt = (place: string) => sql<{ sync_type: string; status: string; actor_id: string | null }[]>`
  select sync_type, status, actor_id from sync_runs where location_id = ${place} order by created_at`;

/** As if the minute struck again and again, in both processes at once. */
async function strike(times = 8): Promise<void> {
  await sql`select graphile_worker.add_job('auto_sync') from generate_series(1, ${times})`;
  const waiting = () => sql`
    select 1 from graphile_worker.jobs where task_identifier in ('auto_sync', 'run_sync')`;
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(0);
}

async function openShop(frequency: string, autoSync = true) {
  const shop = await createBusiness(db, 'retailer');
  const product = await createProduct(db, shop);
  await createStock(db, shop, product.variantId, 5);
  const connectionId = await connectPos(db, shop);
  await settings(shop.id, autoSync, frequency);
  return { shop, place: shop.locationIds[0], connectionId };
}
const ago = (place: string, interval: string) =>
  sql`update sync_runs set created_at = now() - ${interval}::interval where location_id = ${place}`;

test('the schedule asks once a minute', async () => {
  await expect
    .poll(() => sql`select 1 from graphile_worker._private_known_crontabs where identifier = 'auto_sync'`)
    .toHaveLength(1);
});

test('two processes, looks by the dozen: what is due runs once, what is not does not', {
  timeout: 120_000,
}, async () => {
  const often = await openShop('5min');
  const daily = await openShop('daily');
  const off = await openShop('5min', false);
  const manual = await openShop('manual');
  const unconnected = await createLocation(db, often.shop.id, 3);
  await strike();
  for (const { place } of [often, daily]) {
    expect(await runsAt(place)).toEqual([{ sync_type: 'incremental', status: 'completed', actor_id: null }]);
  }
  for (const place of [off.place, manual.place, unconnected]) expect(await runsAt(place)).toEqual([]);

  for (const { place } of [often, daily]) await ago(place, '6 minutes');
  await strike();
  expect(await runsAt(often.place)).toHaveLength(2);
  expect(await runsAt(daily.place)).toHaveLength(1);

  // No second run while one is under way.
  await ago(often.place, '6 minutes');
  await sql`
    update sync_runs set status = 'running', finished_at = null, lease_until = now() + interval '1 hour'
    where id = (select id from sync_runs where location_id = ${often.place} order by created_at limit 1)`;
  await strike();
  expect(await runsAt(often.place)).toHaveLength(2);
});

test('what failed waits longer each time, up to a day', async () => {
  const shop = await openShop('15min');
  const due = async (failures: number, interval: string) => {
    const { place, connectionId } = shop;
    await sql`delete from sync_runs where location_id = ${place}`;
    await strike(1);
    await sql`update pos_connections set failures = ${failures} where id = ${connectionId}`;
    await ago(place, interval);
    await strike(1);
    return (await runsAt(place)).length === 2;
  };
  expect(await due(0, '16 minutes')).toBe(true);
  expect(await due(1, '16 minutes')).toBe(false);
  expect(await due(1, '31 minutes')).toBe(true);
  expect(await due(9, '23 hours')).toBe(false);
  expect(await due(9, '25 hours')).toBe(true);
});
