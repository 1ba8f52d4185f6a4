import { afterAll, expect, test } from 'vitest';
import { type Business, createBusiness, createLocation, createMember } from '../../../factories/business';
import { createProduct, createStock, type TestProduct } from '../../../factories/catalog';
import { connectPos, type RunBody, untilEnded } from '../../../factories/pos';
import { Client, ok, signIn } from '../../../setup/client';
import { openTestDatabase } from '../../../setup/database';
import { IS_FULL } from '../../../setup/full';
import { expectStockAddsUp } from '../../../setup/invariants';
import { startServer } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

const ROWS = IS_FULL ? 60 : 30;
const SLOWLY = { page_size: 3, delay_ms: 100 };

async function stockLocation(shop: Business, products: readonly TestProduct[], locationId: string) {
  for (const [i, { variantId }] of products.entries()) {
    await createStock(db, shop, variantId, 10 + i, { locationId });
  }
}

test('kill -9 in the middle of syncs: after a new start they complete, each page counted once', {
  timeout: 180_000,
}, async () => {
  const shop = await createBusiness(db, 'retailer');
  const counted = shop.locationIds[0];
  const [traded, queued] = [await createLocation(db, shop.id, 2), await createLocation(db, shop.id, 3)];
  const products: TestProduct[] = [];
  for (let i = 0; i < ROWS; i++) products.push(await createProduct(db, shop));
  for (const place of [counted, traded, queued]) await stockLocation(shop, products, place);
  const stock = products.map((product, i) => ({
    sku: product.variants[0]?.sku ?? '',
    quantity: (i * 7) % 50,
    unit_cost_cents: 100 + i,
  }));
  await connectPos(db, shop, { stock, ...SLOWLY }, counted);
  await connectPos(db, shop, SLOWLY, traded);
  await connectPos(db, shop, SLOWLY, queued);
  const owner = await createMember(db, shop, 'owner');

  const first = await startServer(database.url);
  const client = await signIn(first.url, owner);
  const ask = async (location_id: string) =>
    ok(await client.post<RunBody>('/api/v1/inventory/sync', { location_id, sync_type: 'full' }));
  const runs = [await ask(counted), await ask(traded)];
  const processed = async () => {
    const rows = await sql<{ processed: number }[]>`select processed from sync_runs order by created_at`;
    return rows.map((row) => row.processed);
  };
  await expect
    .poll(async () => Math.min(...(await processed())), { timeout: 30_000, interval: 20 })
    .toBeGreaterThan(5);
  runs.push(await ask(queued));
  first.child.kill('SIGKILL');
  await first.exited;
  const atKill = await processed();
  expect(atKill.slice(0, 2).every((count) => count > 0 && count < ROWS)).toBe(true);

  const second = await startServer(database.url);
  try {
    const again = new Client(second.url, client.tokens);
    for (const run of runs) {
      const ended = await untilEnded(again, run.id, 120_000);
      expect(ended).toMatchObject({
        status: 'completed',
        ...{ processed: ROWS, total: ROWS, created: 0, failed: 0, errors: [] },
      });
      const [moved] = await sql<{ n: number; items: number }[]>`
        select count(*)::int as n, count(distinct item_id)::int as items from inventory_movements
        where source_type = 'sync' and source_id = ${run.id}`;
      expect(moved).toEqual({ n: ended.updated, items: ended.updated });
      const [events] = await sql<{ n: number }[]>`
        select count(*)::int as n from events where type = 'inventory.sync.completed' and data->>'id' = ${run.id}`;
      expect(events?.n).toBe(1);
    }
    const rows = await sql<{ sku: string; quantity: number; unit_cost_cents: number }[]>`
      select sku, quantity, unit_cost_cents::int from inventory_items where location_id = ${counted}`;
    expect([...rows].sort((a, b) => a.unit_cost_cents - b.unit_cost_cents)).toEqual(stock);
    const [updates] = await sql<{ n: number }[]>`
      select count(*)::int as n from events where type = 'inventory.updated'`;
    const [moves] = await sql<{ n: number }[]>`
      select count(*)::int as n from inventory_movements where source_type = 'sync'`;
    expect(updates?.n).toBe(moves?.n);
    await expectStockAddsUp(sql);
    expect(second.takeFaults()).toEqual([]);
  } finally {
    await second.stop();
  }
});
