import { describe, expect, test } from 'vitest';
import { createBusiness } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { configurePos, connectPos, type PosOptions, sync } from '../../factories/pos';
import { itemOf, openRegisterShop, quantitiesOf, type RegisterShop, skuOf } from '../../factories/register';
import { type ItemBody, openTrade, placeOrder } from '../../factories/trade';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const openShop = (quantities: readonly number[], options?: PosOptions) =>
  openRegisterShop(stage, quantities, options);
const eventsOf = ({ shop }: RegisterShop) => sql<{ type: string; data: Record<string, unknown> }[]>`
  select type, data from events where entity_id = ${shop.id} order by created_at, id`;

describe('counts of a sync', () => {
  test("full: sets the POS's counts with cost, and opens rows for our own catalog", async () => {
    const own = await openShop([10, 4, 7]);
    const [first, second, third] = own.products.map(skuOf);
    const unstocked = await createProduct(db, own.shop);
    await configurePos(db, own.connectionId, {
      stock: [
        { sku: first ?? '', quantity: 3, unit_cost_cents: 1234 },
        { sku: second ?? '', quantity: 4 },
        { sku: third ?? '', quantity: 20 },
        { sku: third ?? '', quantity: 2, room: 'sales_floor' },
        { sku: skuOf(unstocked), quantity: 6, unit_cost_cents: 50 },
      ],
      page_size: 2,
    });
    const before = await itemOf(own, own.items[1]);
    const run = await sync(own.owner, own.place);
    expect(run).toMatchObject({
      status: 'completed',
      sync_type: 'full',
      ...{ processed: 5, total: 5, created: 2, updated: 4, failed: 0, errors: [] },
    });
    expect(await quantitiesOf(own)).toEqual([3, 4, 20]);
    expect((await itemOf(own, own.items[0])).unit_cost).toBe(12.34);
    const after = await itemOf(own, own.items[1]);
    expect(after.last_sync > before.last_sync).toBe(true);
    expect(before.synced_at).toBeNull();
    expect(after.synced_at).toBe(after.last_sync);
    expect({ ...after, last_sync: before.last_sync, synced_at: null, updated_at: before.updated_at }).toEqual(
      before,
    );
    const { body } = await own.owner.get<{ data: ItemBody[] }>(
      `/api/v1/inventory?product_id=${unstocked.id}`,
    );
    expect(body.data).toMatchObject([
      { room_type: 'vault', location_id: own.place, quantity: 6, unit_cost: 0.5 },
    ]);
    await expectStockAddsUp(sql);
  });

  test('full: zeroes only what an earlier completed run had listed', async () => {
    const own = await openShop([10, 20, 30]);
    const [first, second, third] = own.products.map(skuOf);
    const list = (...skus: Array<string | undefined>) =>
      configurePos(db, own.connectionId, { stock: skus.map((sku) => ({ sku: sku ?? '', quantity: 9 })) });
    await list(first);
    await sync(own.owner, own.place);
    expect(await quantitiesOf(own)).toEqual([9, 20, 30]);
    await list(second);
    expect(await sync(own.owner, own.place)).toMatchObject({ processed: 1, total: 1, updated: 2 });
    expect(await quantitiesOf(own)).toEqual([0, 9, 30]);
    await list(first, third);
    await sync(own.owner, own.place, 'incremental');
    expect(await quantitiesOf(own)).toEqual([9, 9, 9]);
    await list(first);
    expect(await sync(own.owner, own.place)).toMatchObject({ updated: 2 });
    expect(await quantitiesOf(own)).toEqual([9, 0, 0]);
    await expectStockAddsUp(sql);
  });

  test('full: fails and changes nothing if it lists nothing or nothing known; incremental: completes', async () => {
    const own = await openShop([10]);
    await configurePos(db, own.connectionId, { stock: [{ sku: skuOf(own.products[0]), quantity: 9 }] });
    await sync(own.owner, own.place);
    await configurePos(db, own.connectionId, { stock: [] });
    const failed = await sync(own.owner, own.place);
    expect(failed).toMatchObject({ status: 'failed', processed: 0, updated: 0, failed: 0 });
    expect(failed.errors).toEqual([{ sku: null, code: 'nothing_listed', message: expect.any(String) }]);
    expect(failed.finished_at).toMatch(/Z$/);
    expect((await eventsOf(own)).at(-1)).toMatchObject({ type: 'inventory.sync.completed', data: failed });
    expect(await sync(own.owner, own.place, 'incremental')).toMatchObject({ status: 'completed', total: 0 });
    await configurePos(db, own.connectionId, { stock: [{ sku: 'NO-SUCH', quantity: 9 }] });
    const unknown = await sync(own.owner, own.place);
    expect(unknown).toMatchObject({ status: 'failed', processed: 1, failed: 1 });
    expect(unknown.errors.map(({ code }) => code)).toEqual(['nothing_listed', 'unknown_sku']);
    expect(await quantitiesOf(own)).toEqual([9]);
  });

  test('never zeroes from the list of a failed run', async () => {
    const own = await openShop([10, 20]);
    const [first, second] = own.products.map(skuOf);
    await configurePos(db, own.connectionId, { stock: [{ sku: second ?? '', quantity: 5 }] });
    const done = await sync(own.owner, own.place);
    // As if it had failed after its last page.
    await sql`update pos_listings set confirmed = false where run_id = ${done.id}`;
    await configurePos(db, own.connectionId, { stock: [{ sku: first ?? '', quantity: 5 }] });
    await sync(own.owner, own.place);
    expect(await quantitiesOf(own)).toEqual([5, 5]);
  });

  test('reports counts below reserved and unknown, ambiguous, impossible or repeated items as errors of the item', async () => {
    const trade = await openTrade(stage, { quantity: 10 });
    await placeOrder(trade, 6);
    const sku = skuOf(trade.product);
    const others = await Promise.all([1, 2, 3].map(() => createProduct(db, trade.wholesaler)));
    const [fine, twice, impossible] = others.map(skuOf);
    const place = trade.wholesaler.locationIds[0];
    const connectionId = await connectPos(db, trade.wholesaler, {
      stock: [
        { sku, quantity: 5 },
        { sku: 'NO-SUCH', quantity: 1 },
        { sku: fine ?? '', quantity: 3 },
        { sku: twice ?? '', quantity: 1 },
        { sku: twice ?? '', quantity: 2 },
        { sku: impossible ?? '', quantity: -1 },
        { sku: impossible ?? '', quantity: 1.5 },
        { sku: impossible ?? '', quantity: 2_000_000_001 },
        { sku: impossible ?? '', quantity: 1, unit_cost_cents: -1 },
      ],
    });
    const run = await sync(trade.seller, place);
    expect(run).toMatchObject({ status: 'completed', processed: 9, created: 2, updated: 2, failed: 7 });
    expect(run.errors.map((error) => [error.sku, error.code]).sort()).toEqual(
      [
        [sku, 'below_reserved'],
        ['NO-SUCH', 'unknown_sku'],
        [twice, 'listed_twice'],
        [impossible, 'invalid_count'],
        [impossible, 'invalid_count'],
        [impossible, 'invalid_count'],
        [impossible, 'invalid_cost'],
      ].sort(),
    );
    for (const error of run.errors) expect(error.message).toMatch(/\.$/);
    const { body } = await trade.seller.get(`/api/v1/inventory/${trade.stockId}`);
    expect(body).toMatchObject({ quantity: 10, reserved_quantity: 6 });
    await configurePos(db, connectionId, { stock: [{ sku, quantity: 6 }] });
    expect(await sync(trade.seller, place)).toMatchObject({ updated: 3, failed: 0 });
    await expectStockAddsUp(sql);

    // Goods of two suppliers who use the same SKU.
    const shop = await openShop([1]);
    const stranger = await createBusiness(db, 'wholesaler');
    const same = await createProduct(db, stranger);
    await sql`update product_variants set sku = ${skuOf(shop.products[0])} where id = ${same.variantId}`;
    await createStock(db, shop.shop, same.variantId, 2);
    await configurePos(db, shop.connectionId, {
      stock: [{ sku: skuOf(shop.products[0]), quantity: 50 }],
    });
    const ambiguous = await sync(shop.owner, shop.place, 'incremental');
    expect(ambiguous.errors.map(({ code }) => code)).toEqual(['ambiguous_sku']);
    expect(await quantitiesOf(shop)).toEqual([1]);
  });

  test('full: keeps and reports stock that it would zero below reserved', async () => {
    const trade = await openTrade(stage, { quantity: 10 });
    const other = await createProduct(db, trade.wholesaler);
    await createStock(db, trade.wholesaler, other.variantId, 1);
    const place = trade.wholesaler.locationIds[0];
    const connectionId = await connectPos(db, trade.wholesaler, {
      stock: [{ sku: skuOf(trade.product), quantity: 10 }],
    });
    await sync(trade.seller, place);
    await placeOrder(trade, 2);
    await configurePos(db, connectionId, { stock: [{ sku: skuOf(other), quantity: 1 }] });
    const run = await sync(trade.seller, place);
    expect(run).toMatchObject({ status: 'completed', failed: 1, updated: 0 });
    expect(run.errors).toMatchObject([{ sku: skuOf(trade.product), code: 'below_reserved' }]);
    expect((await trade.seller.get(`/api/v1/inventory/${trade.stockId}`)).body).toMatchObject({
      quantity: 10,
    });
  });

  test('counts more than 100 errors and keeps 100', async () => {
    const stock = Array.from({ length: 150 }, (_, i) => ({ sku: `NO-${i}`, quantity: 1 }));
    const own = await openShop([1], { stock, page_size: 40 });
    const run = await sync(own.owner, own.place, 'incremental');
    expect(run).toMatchObject({ processed: 150, failed: 150 });
    expect(run.errors).toHaveLength(100);
  });

  test('finds a supplier’s items by SKU', async () => {
    const own = await openShop([1]);
    const supplier = await createBusiness(db, 'wholesaler');
    const product = await createProduct(db, supplier);
    const id = await createStock(db, own.shop, product.variantId, 3);
    await configurePos(db, own.connectionId, { stock: [{ sku: skuOf(product), quantity: 2 }] });
    expect(await sync(own.owner, own.place)).toMatchObject({ updated: 1, failed: 0 });
    expect((await itemOf(own, id)).quantity).toBe(2);
  });

  test('simulator: a full run reports every row, an incremental one only traded items', async () => {
    const own = await openShop(Array.from({ length: 120 }, (_, i) => i));
    const before = await quantitiesOf(own);
    const full = await sync(own.owner, own.place);
    expect(full).toMatchObject({ status: 'completed', processed: 120, total: 120, created: 0, failed: 0 });
    const after = await quantitiesOf(own);
    const changed = after.filter((quantity, i) => quantity !== before[i]).length;
    expect(full.updated).toBe(changed);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(40);
    const next = await sync(own.owner, own.place, 'incremental');
    expect(next).toMatchObject({ status: 'completed', failed: 0 });
    expect(next.processed).toBe(next.updated);
    expect(next.processed).toBeLessThan(40);
    expect(await quantitiesOf(own)).not.toEqual(after);
    await expectStockAddsUp(sql);
  });
});
