import { v7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { products, productVariants } from '../../../server/features/products/tables';
import { type SimulatorOptions, startSimulator } from '../../../simulator/server';
import { madeUpShelves, Shop } from '../../../simulator/shop';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { connectHttp, type RunBody, sync, untilEnded } from '../../factories/pos';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/inventory/sync';

/** A shop with a catalog of what its register lists. */
async function open(items: number, options: Partial<SimulatorOptions> = {}, pageSize = 10) {
  const own = await createBusiness(db, 'retailer');
  const owner = await stage.signIn(await createMember(db, own, 'owner'));
  const shop = new Shop(madeUpShelves(items, 3), 3);
  await stockCatalog(own, shop);
  const simulator = await startSimulator({ shop, ...options });
  onTestFinished(() => simulator.close());
  const place = own.locationIds[0];
  await connectHttp(owner, place, { url: simulator.url, page_size: pageSize });
  return { own, owner, place, shop, simulator };
}

async function stockCatalog(owner: Business, { shelves }: Shop): Promise<void> {
  const id = v7();
  await db.insert(products).values({ id, entityId: owner.id, name: 'Everything', category: 'flower' });
  for (let start = 0; start < shelves.length; start += 1000) {
    await db.insert(productVariants).values(
      shelves.slice(start, start + 1000).map(({ sku }, i) => ({
        id: v7(),
        productId: id,
        entityId: owner.id,
        name: sku,
        sku,
        priceCents: 100,
        wholesalePriceCents: 50,
        position: start + i,
      })),
    );
  }
}

const stockOf = async (place: string) => {
  const rows = await sql<{ sku: string; quantity: number }[]>`
    select sku, quantity from inventory_items where location_id = ${place} order by sku`;
  return rows.map(({ sku, quantity }) => `${sku} ${quantity}`);
};
const listOf = ({ shelves }: Shop) => shelves.map(({ sku, quantity }) => `${sku} ${quantity}`).sort();

test('matches the shelves after full, incremental and full syncs', async () => {
  const { owner, place, shop } = await open(60);
  expect(await sync(owner, place)).toMatchObject({
    status: 'completed',
    processed: 60,
    created: 60,
    failed: 0,
  });
  expect(await stockOf(place)).toEqual(listOf(shop));
  for (let i = 0; i < 5; i++) shop.tick();
  const changed = shop.changedSince(0).length;
  expect(await sync(owner, place, 'incremental')).toMatchObject({ status: 'completed', processed: changed });
  expect(await stockOf(place)).toEqual(listOf(shop));
  shop.shelves.splice(0, 10);
  expect(await sync(owner, place)).toMatchObject({ status: 'completed', processed: 50 });
  const gone = (await stockOf(place)).slice(0, 10);
  expect(gone.every((line) => line.endsWith(' 0'))).toBe(true);
  await expectStockAddsUp(sql);
});

test.skipIf(IS_SHORT)('loses nothing when every fifth page fails', { timeout: 90_000 }, async () => {
  const { owner, place, shop } = await open(80, { fail: 0.2, retryAfter: 1, seed: 4 }, 5);
  const { body } = await owner.post<RunBody>(PATH, { location_id: place, sync_type: 'full' });
  const run = await untilEnded(owner, body.id, 80_000);
  expect(run).toMatchObject({ status: 'completed', processed: 80, failed: 0 });
  expect(await stockOf(place)).toEqual(listOf(shop));
});

test('fails each lie alone, and ignores repeated pages', async () => {
  const lies = ['total', 'negative', 'fraction', 'unknown', 'garbage', 'duplicate', 'repeat'] as const;
  const { owner, place, shop } = await open(30, { lies }, 10);
  const run = await sync(owner, place);
  expect(run).toMatchObject({ status: 'completed', created: 28, updated: 28, unmatched_count: 1 });
  expect(run.total).toBe(run.processed);
  expect(run.unmatched).toEqual([{ external_id: 'ghost-1', sku: 'GHOST-1', name: 'Unknown item' }]);
  expect(new Set(run.errors.map(({ code }) => code))).toEqual(
    new Set(['invalid_item', 'invalid_count', 'unknown_sku']),
  );
  expect(await stockOf(place)).toEqual(listOf(shop).slice(2));
  const [moves] = await sql<{ n: number }[]>`
    select count(*)::int as n from inventory_movements where source_id = ${run.id}`;
  expect(moves?.n).toBe(28);
});

test('fails an endless list for good and zeroes nothing', async () => {
  const { owner, place, shop, simulator } = await open(5);
  await sync(owner, place);
  simulator.faults.lies = ['endless'];
  const run = await sync(owner, place);
  expect(run).toMatchObject({ status: 'failed', updated: 0 });
  expect(run.errors[0]).toMatchObject({ sku: null, code: 'pos_endless' });
  expect(await stockOf(place)).toEqual(listOf(shop));
});

test.skipIf(IS_SHORT)('restarts after an expired page and an expired moment', async () => {
  const { owner, place, shop, simulator } = await open(30);
  await sync(owner, place);
  simulator.forget();
  expect(await sync(owner, place, 'incremental')).toMatchObject({ status: 'completed', processed: 30 });
  let pages = 0;
  simulator.beforePage = () => {
    pages += 1;
    if (pages === 2) simulator.forget();
  };
  expect(await sync(owner, place)).toMatchObject({ status: 'completed' });
  expect(await stockOf(place)).toEqual(listOf(shop));
});

test('fails immediately on wrong credentials, with one event', async () => {
  const { own, owner, place } = await open(2, { token: 'secret' });
  const run = await sync(owner, place);
  expect(run.errors).toMatchObject([{ sku: null, code: 'pos_unauthorized' }]);
  const events = await sql`select type from events where entity_id = ${own.id}`;
  expect(events).toEqual([{ type: 'inventory.sync.completed' }]);
});

test('queues the run again after a long Retry-After, and never retries sooner', async () => {
  const { owner, place } = await open(2, { fail: 1, seed: 2, retryAfter: 300 });
  const { body } = await owner.post<RunBody>(PATH, { location_id: place });
  const until = () => sql<{ seconds: number }[]>`
    select extract(epoch from lease_until - now())::int as seconds from sync_runs
    where id = ${body.id} and lease_token is null and status = 'queued'`;
  await expect.poll(async () => (await until())[0]?.seconds ?? 0, { timeout: 30_000 }).toBeGreaterThan(200);
});

test.skipIf(IS_SHORT)('syncs 2,000 items in several steps, with progress', { timeout: 180_000 }, async () => {
  const { owner, place, shop } = await open(2_000, {}, 200);
  const { body } = await owner.post<RunBody>(PATH, { location_id: place, sync_type: 'full' });
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        const run = (await owner.get<RunBody>(`${PATH}/${body.id}`)).body;
        seen.add(run.processed);
        return run.status;
      },
      { timeout: 150_000, interval: 50 },
    )
    .toBe('completed');
  expect(seen.size).toBeGreaterThan(3);
  expect(await stockOf(place)).toEqual(listOf(shop));
});
