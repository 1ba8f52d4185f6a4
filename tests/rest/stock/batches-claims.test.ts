import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { deliver, listAgain, openChain, place, supplyReseller } from '../../factories/chain';
import { type BatchBody, createLot, type LotBody } from '../../factories/lots';
import { openRecall } from '../../factories/recalls';
import { type ItemBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();

const newBatch = (client: Client, { product }: Trade, batchId: string, fields: object = {}) =>
  client.post<BatchBody>('/api/v1/batches', { product_id: product.id, batch_id: batchId, ...fields });
const batchOf = async (client: Client, id: string) =>
  ok(await client.get<BatchBody>(`/api/v1/batches/${id}`));
const itemOf = async (client: Client, id: string) =>
  ok(await client.get<ItemBody>(`/api/v1/inventory/${id}`));
/** A lot of a number, made from others at the place of a row of stock. */
const makeFrom = async (
  client: Client,
  stockId: string,
  batchId: string,
  sources: object[],
  quantity = 2,
) => {
  const { product_id, variant_id, location_id, room_type } = await itemOf(client, stockId);
  const place = { product_id, variant_id, location_id, room_type };
  return client.post<LotBody>('/api/v1/lots', { ...place, batch_id: batchId, quantity, sources });
};
const NOT_YOURS = { status: 403, body: { error: { details: { reason: 'not_your_product' } } } };

describe("a supplier's unseen batch", () => {
  test('is not found by its number by those who never received the product: they get a private one (201)', async () => {
    const trade = await openTrade(stage);
    const secret = ok(await newBatch(trade.seller, trade, 'SECRET-1', { expires_on: '2099-01-01' }));
    const hit = await newBatch(trade.buyer, trade, 'SECRET-1');
    const miss = await newBatch(trade.buyer, trade, 'SECRET-2');
    expect(hit.status).toBe(201);
    const shape = ({ id: _, batch_id: __, created_at: ___, updated_at: ____, ...rest }: BatchBody) => rest;
    expect(shape(ok(hit))).toEqual(shape(ok(miss)));
    expect(ok(hit)).toMatchObject({ adopted: false, expires_on: null });
    expect(ok(hit).id).not.toBe(secret.id);
    expect((await trade.buyer.get(`/api/v1/batches/${secret.id}`)).status).toBe(404);
  });

  test('is not found by its number by those whose neighbors have received the product', async () => {
    const trade = await openTrade(stage);
    const secret = ok(await newBatch(trade.seller, trade, 'SECRET-4'));
    await placeOrderIn(trade, 'delivered', 5);
    const second = await createBusiness(stage.db, 'retailer');
    await connect(stage.db, second, trade.wholesaler);
    const client = await stage.signIn(await createMember(stage.db, second, 'owner'));
    const added = await newBatch(client, trade, 'SECRET-4');
    expect(ok(added)).toMatchObject({ adopted: false });
    expect(ok(added).id).not.toBe(secret.id);
  });

  test.skipIf(IS_SHORT)(
    'is not reached by a lot without units or by units that the holder wrote itself',
    async () => {
      const trade = await openTrade(stage);
      const secret = ok(await newBatch(trade.seller, trade, 'SECRET-3'));
      const stockId = await createStock(stage.db, trade.retailer, trade.product.variantId, 5);
      const empty = ok(
        await trade.buyer.post<LotBody>('/api/v1/lots', {
          product_id: trade.product.id,
          batch_id: 'SECRET-3',
        }),
      );
      const filled = await createLot(trade.buyer, stockId, 'SECRET-3', 5);
      expect(empty.batch).not.toBe(secret.id);
      expect(filled.batch).toBe(empty.batch);
      expect((await trade.buyer.get(`/api/v1/batches/${secret.id}`)).status).toBe(404);
      expect((await trade.buyer.get(`/api/v1/batches/${secret.id}/coa`)).status).toBe(404);
      expect((await trade.buyer.get(`/api/v1/batches/${secret.id}/trace`)).status).toBe(404);
    },
  );

  test('is meant by its number by those who have received the product', async () => {
    const trade = await openTrade(stage);
    const batch = ok(await newBatch(trade.seller, trade, 'MEANT-1'));
    await placeOrderIn(trade, 'delivered', 5);
    const lot = ok(
      await trade.buyer.post<LotBody>('/api/v1/lots', { product_id: trade.product.id, batch_id: 'MEANT-1' }),
    );
    expect(lot.batch).toBe(batch.id);
    expect((await newBatch(trade.buyer, trade, 'MEANT-1')).status).toBe(409);
  });

  test.skipIf(IS_SHORT)(
    'is not found by trying numbers of a product that was received: known ones count, too',
    async () => {
      const trade = await openTrade(stage);
      ok(await newBatch(trade.seller, trade, 'KNOWN-1'));
      await placeOrderIn(trade, 'delivered', 5);
      for (let n = 1; n <= 100; n++) ok(await newBatch(trade.buyer, trade, `TRIED-${n}`));
      expect((await newBatch(trade.buyer, trade, 'KNOWN-1')).status).toBe(429);
      // Its own are read anyway.
      expect((await newBatch(trade.buyer, trade, 'TRIED-1')).status).toBe(409);
    },
  );

  test.skipIf(IS_SHORT)('is not found by trying numbers: the 101st of a day is 429', async () => {
    const trade = await openTrade(stage);
    for (let n = 1; n <= 100; n++) ok(await newBatch(trade.buyer, trade, `TRY-${n}`));
    const beyond = await newBatch(trade.buyer, trade, 'TRY-101');
    expect(beyond).toMatchObject({
      status: 429,
      body: { error: { code: 'RATE_LIMITED', details: { reason: 'too_many_numbers', limit: 100 } } },
    });
    const seconds = Number(beyond.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(beyond.body).toMatchObject({ error: { details: { window: 'day', retry_after: seconds } } });
    ok(await newBatch(trade.seller, trade, 'TRY-101'));
  });
});

describe("a batch that a holder recorded before the product's owner", () => {
  test("gives its lots to the owner's, which begins with the owner's values, and leads there by its old id", async () => {
    const trade = await openTrade(stage);
    const stockId = await createStock(stage.db, trade.retailer, trade.product.variantId, 8);
    const claim = ok(
      await newBatch(trade.buyer, trade, 'CLAIM-1', { expires_on: '2020-01-01', test_status: 'failed' }),
    );
    await createLot(trade.buyer, stockId, 'CLAIM-1', 8);
    const own = ok(await newBatch(trade.seller, trade, 'CLAIM-1'));
    expect(own).toMatchObject({ adopted: true, expires_on: null, test_status: 'untested', held: null });
    expect(await batchOf(trade.buyer, claim.id)).toMatchObject({ id: own.id, adopted: true, quantity: 8 });
    const lot = await createLot(trade.seller, trade.stockId, 'CLAIM-1', 10);
    expect(lot.batch).toBe(own.id);
    // What the holder wrote binds its own units.
    expect(await itemOf(trade.buyer, stockId)).toMatchObject({ quantity: 8, sellable_quantity: 0 });
    expect(await itemOf(trade.seller, trade.stockId)).toMatchObject({
      quantity: 100,
      sellable_quantity: 100,
    });
    await expectStockAddsUp(stage.sql);
  });

  test.skipIf(IS_SHORT)('keeps its hold on the units of the holder alone', async () => {
    const trade = await openTrade(stage);
    const stockId = await createStock(stage.db, trade.retailer, trade.product.variantId, 8);
    const { batch } = await createLot(trade.buyer, stockId, 'CLAIM-2', 8);
    ok(await trade.buyer.post(`/api/v1/batches/${batch}/hold`, { reason: 'Smells off' }));
    const own = ok(await newBatch(trade.seller, trade, 'CLAIM-2'));
    expect(own.held).toBeNull();
    expect(await batchOf(trade.buyer, own.id)).toMatchObject({ held: 'self', hold_reason: 'Smells off' });
    expect(await itemOf(trade.buyer, stockId)).toMatchObject({ sellable_quantity: 0 });
    ok(await trade.buyer.post(`/api/v1/batches/${batch}/release`));
    expect(await itemOf(trade.buyer, stockId)).toMatchObject({ sellable_quantity: 8 });
  });

  test('stays private when it has no units: the owner adopts no claim', async () => {
    const trade = await openTrade(stage);
    const claim = ok(await newBatch(trade.buyer, trade, 'CLAIM-3', { test_status: 'failed' }));
    const own = ok(await newBatch(trade.seller, trade, 'CLAIM-3', { expires_on: '2099-05-01' }));
    expect(own).toMatchObject({ adopted: true, test_status: 'untested' });
    expect(await batchOf(trade.buyer, claim.id)).toMatchObject({
      id: claim.id,
      adopted: false,
      expires_on: null,
    });
  });
});

describe('making a lot from others', () => {
  test("rejects a lot of another's product (403), whose batch exists or not, and changes nothing", async () => {
    const trade = await openTrade(stage);
    const seen = await createLot(trade.seller, trade.stockId, 'TARGET', 60);
    const own = await openTrade(stage);
    const stockId = await createStock(stage.db, own.retailer, own.product.variantId, 10);
    const source = await createLot(own.buyer, stockId, 'MINE', 10);
    await placeOrderIn(trade, 'delivered', 10);
    const [item] = ok(
      await trade.buyer.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${trade.product.id}`),
    ).data;
    const held = item?.lots[0]?.lot_id ?? '';
    for (const number of ['TARGET-2', 'NOT-YET']) {
      const made = await makeFrom(trade.buyer, item?.id ?? '', number, [{ lot_id: held, quantity: 2 }]);
      expect(made).toMatchObject(NOT_YOURS);
    }
    expect(await itemOf(trade.buyer, item?.id ?? '')).toMatchObject({ quantity: 10 });
    expect(seen.batch).not.toBe(source.batch);
  });

  test.skipIf(IS_SHORT)(
    'repacks units of the batch itself without noting what it was made from',
    async () => {
      const trade = await openTrade(stage);
      await createLot(trade.seller, trade.stockId, 'PACK', 60);
      await placeOrderIn(trade, 'delivered', 10);
      const [item] = ok(
        await trade.buyer.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${trade.product.id}`),
      ).data;
      const { product_id, variant_id, location_id, room_type } = await itemOf(trade.buyer, item?.id ?? '');
      const lot = ok(
        await trade.buyer.post<LotBody>('/api/v1/lots', {
          ...{ product_id, variant_id, location_id, room_type, batch_id: 'PACK', package_tag: 'REPACKED-1' },
          ...{ quantity: 4, sources: [{ lot_id: item?.lots[0]?.lot_id, quantity: 4 }] },
        }),
      );
      expect(lot).toMatchObject({ quantity: 4, sources: [] });
      expect(await itemOf(trade.buyer, item?.id ?? '')).toMatchObject({ quantity: 10 });
      await expectStockAddsUp(stage.sql);
    },
  );

  test.skipIf(IS_SHORT)(
    "rejects freezing a supplier's batch by recalling their own with what was made from it",
    async () => {
      const trade = await openTrade(stage);
      const target = await createLot(trade.seller, trade.stockId, 'FROZEN', 60);
      // A retailer's own product, a batch of it, and a row that says the supplier's lot was made from it.
      const product = ok(
        await trade.buyer.post<{ id: string; variants: Array<{ id: string }> }>('/api/v1/products', {
          name: 'Bait',
          category: 'flower',
          variants: [{ name: '1 g', sku: `BAIT-${trade.product.id}`, price: 1 }],
        }),
      );
      const stockId = await createStock(stage.db, trade.retailer, product.variants[0]?.id ?? '', 5);
      const bait = await createLot(trade.buyer, stockId, 'BAIT', 5);
      await stage.sql`insert into lots (id, batch_id, entity_id)
      values ('11111111-1111-4111-8111-111111111111', ${target.batch}, ${trade.retailer.id})`;
      await stage.sql`insert into lot_sources (lot_id, source_lot_id, quantity)
      values ('11111111-1111-4111-8111-111111111111', ${bait.id}, 1)`;
      const recall = await openRecall(trade.buyer, bait.batch, { include_derived: true });
      expect(recall.derived).toEqual([]);
      expect(await batchOf(trade.seller, target.batch)).toMatchObject({ held: null });
      expect(JSON.stringify(recall)).not.toContain(trade.wholesaler.id);
      // Nor is the supplier asked whether its batch was made from the other one.
      expect(ok(await trade.seller.get<{ data: object[] }>('/api/v1/recalls')).data).toEqual([]);
    },
  );
});

describe('a batch under its old id', () => {
  test('has its reach and can be recalled', async () => {
    const trade = await openTrade(stage);
    const stockId = await createStock(stage.db, trade.retailer, trade.product.variantId, 8);
    const { batch: old } = await createLot(trade.buyer, stockId, 'OLD-1', 8);
    const { id } = ok(await newBatch(trade.seller, trade, 'OLD-1'));
    expect(ok(await trade.seller.get(`/api/v1/batches/${old}/reach`))).toMatchObject({ derived: 0 });
    expect(await openRecall(trade.seller, old)).toMatchObject({ batch: id });
  });
});

test('a number stays open to the owner where a holder has the lot in two batches of that number', async () => {
  const chain = await openChain(stage);
  await supplyReseller(chain);
  const [stock] = ok(
    await chain.seller.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${chain.product.id}`),
  ).data;
  const { batch } = await createLot(chain.seller, stock?.id ?? '', 'TWICE', 50);
  ok(await listAgain(chain));
  const { id } = ok(
    await place(chain.buyer, chain.reseller, {
      variant_id: chain.product.variantId,
      product_id: chain.product.id,
    }),
  );
  await deliver(chain.seller, id);
  const variant_id = chain.product.variantId;
  ok(await chain.buyer.post('/api/v1/lots', { batch, variant_id }));
  const own = await chain.buyer.post<LotBody>('/api/v1/lots', {
    product_id: chain.product.id,
    batch_id: 'TWICE',
    variant_id,
  });
  expect(own.status, own.text).toBe(201);
  const made = await chain.grower.post<BatchBody>('/api/v1/batches', {
    product_id: chain.product.id,
    batch_id: 'twice',
  });
  expect(made.status, made.text).toBe(201);
  const recall = await openRecall(chain.grower, made.body.id);
  expect(recall.progress).toMatchObject({ holders: 2 });
  await expectStockAddsUp(stage.sql);
});

test("units of a cultivator's lot are consumed by who has them, and none are once they are held (409)", async () => {
  const chain = await openChain(stage);
  const grown = await createLot(chain.grower, chain.stockId, 'GROWN', 60);
  await supplyReseller(chain);
  const [stock] = ok(
    await chain.seller.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${chain.product.id}`),
  ).data;
  const rolls = await createProduct(stage.db, chain.reseller);
  const place = {
    location_id: stock?.location_id,
    room_type: 'vault',
    product_id: rolls.id,
    variant_id: rolls.variantId,
  };
  const make = (batch_id: string, quantity: number) =>
    chain.seller.post<LotBody>('/api/v1/lots', {
      ...place,
      batch_id,
      quantity: 4,
      sources: [{ lot_id: grown.id, quantity }],
    });
  expect((await make('ROLLS-1', 2_000_000_000)).status).toBe(409);
  ok(await make('ROLLS-1', 10));
  expect(await itemOf(chain.seller, stock?.id ?? '')).toMatchObject({ quantity: 40 });
  await openRecall(chain.grower, grown.batch);
  expect(await make('ROLLS-2', 10)).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'held' } } },
  });
});

test('an owner and a holder that record a number at once have one batch', async () => {
  const trade = await openTrade(stage);
  await placeOrderIn(trade, 'delivered', 50);
  for (let n = 0; n < 8; n++) {
    const number = `AT-ONCE-${n}`;
    const lot = { product_id: trade.product.id, batch_id: number, variant_id: trade.product.variantId };
    await Promise.all([newBatch(trade.seller, trade, number), trade.buyer.post('/api/v1/lots', lot)]);
    const rows =
      await stage.sql`select id from batches where product_id = ${trade.product.id} and batch_id = ${number}`;
    expect(rows).toHaveLength(1);
  }
});
