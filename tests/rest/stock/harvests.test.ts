import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { BatchDetail } from '../../../server/features/lots/resource';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { GOODS, type GoodsBody, receive, received, unique } from '../../factories/goods';
import type { LotBody } from '../../factories/lots';
import { type ItemBody, openTrade, type ProductBody, placeOrderIn, type Trade } from '../../factories/trade';
import { createWeighed, type Weighed } from '../../factories/weights';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
let flower: Weighed;
beforeAll(async () => {
  trade = await openTrade(stage);
  flower = await createWeighed(trade, { unit: 'lb', step: 0.01, price: 900 });
});

const HARVEST = { kind: 'harvest', supplier: undefined };
const line = (fields: object = {}) => ({
  ...{ variant_id: flower.variantId, amount: 100, unit_cost: 400, batch_id: unique('H') },
  ...{ harvested_on: '2026-01-05', ...fields },
});
const harvest = (fields: object = {}) => received(trade.seller, trade.wholesaler, [line(fields)], HARVEST);
const detailOf = async (id: string | null | undefined, client: Client = trade.seller) =>
  ok(await client.get<z.infer<typeof BatchDetail>>(`/api/v1/batches/${id}`));
const itemOf = async (id: string | undefined) =>
  ok(await trade.seller.get<ItemBody>(`/api/v1/inventory/${id}`));
const lotOf = ({ lines }: GoodsBody) => lines[0]?.lot_id ?? '';
/** Makes packages of a product, of so much weight each, from lots. */
async function makePackages(packages: object, sources: readonly object[], quantity: number, weight?: number) {
  const product = ok(
    await trade.seller.post<ProductBody>('/api/v1/products', {
      ...{ name: unique('Eighths'), category: 'flower' },
      variants: [{ name: '3.5 g', sku: unique('E'), price: 35, ...(weight && { weight, weight_unit: 'g' }) }],
    }),
  );
  const made = await pack(product.variants[0]?.id ?? '', product.id, sources, quantity, packages);
  return { product, answer: made };
}
const pack = (
  variant_id: string,
  product_id: string,
  sources: readonly object[],
  quantity: number,
  fields: object = {},
) =>
  trade.seller.post<LotBody>('/api/v1/lots', {
    ...{ product_id, batch_id: unique('P'), variant_id, location_id: trade.wholesaler.locationIds[0] },
    ...{ quantity, sources, ...fields },
  });

describe('a harvest', () => {
  test('is own flower by weight, with batch and day, of those who sell', async () => {
    const receipt = await harvest();
    expect(receipt).toMatchObject({
      ...{ kind: 'harvest', supplier: null, cost_total: 40_000 },
      lines: [{ amount: 100, unit: 'lb', harvested_on: '2026-01-05' }],
    });
    const bad = async (fields: object, path: string, code: string) =>
      expectInvalid(
        await receive(trade.seller, trade.wholesaler, [line(fields)], HARVEST),
        `lines[0].${path}`,
        code,
      );
    await bad({ batch_id: undefined, harvested_on: undefined }, 'batch_id', 'required');
    await bad({ harvested_on: undefined }, 'harvested_on', 'required');
    await bad({ variant_id: trade.product.variantId, amount: 1 }, 'sku', 'unknown_value');
    const edible = await createProduct(db, trade.wholesaler, { category: 'edibles' });
    await sql`update product_variants set unit = 'g', step = 10000 where id = ${edible.variantId}`;
    await bad({ variant_id: edible.variantId }, 'sku', 'unknown_value');
    const supplied = await receive(trade.seller, trade.wholesaler, [line()], { kind: 'harvest' });
    expectInvalid(supplied, 'supplier', 'conflict');
    const shop = await receive(trade.buyer, trade.retailer, [line()], HARVEST);
    expect(expectError(shop, 'FORBIDDEN')).toMatchObject({ reason: 'not_a_seller' });
  });

  test('of another’s flower is no harvest (400)', async () => {
    const other = await openTrade(stage);
    await stage.sql`insert into connections (id, requester_id, target_id, status, responded_at)
      values (gen_random_uuid(), ${trade.wholesaler.id}, ${other.wholesaler.id}, 'accepted', now())`;
    const theirs = await createWeighed(other, { unit: 'lb', step: 0.01, price: 900 });
    const answer = await receive(
      trade.seller,
      trade.wholesaler,
      [line({ variant_id: theirs.variantId })],
      HARVEST,
    );
    expectInvalid(answer, 'lines[0].sku', 'unknown_value');
  });

  test('can be corrected without its day being said again', async () => {
    const receipt = await harvest();
    const lines = [{ line_id: receipt.lines[0]?.line_id, amount: 90 }];
    const after = ok(await trade.seller.patch<GoodsBody>(`${GOODS}/${receipt.id}`, { lines }));
    expect(after.lines).toMatchObject([{ amount: 90, harvested_on: '2026-01-05' }]);
    expect((await detailOf(after.lines[0]?.batch)).yield).toEqual({
      ...{ unit: 'lb', harvested: 90, packaged: 0, on_hand: 90, lost: 0 },
    });
  });
});

describe('POST /api/v1/lots with sources', () => {
  test('gives what is made the worth of what was consumed', async () => {
    const receipt = await harvest({ amount: 10 });
    // 2 lb at 400 are 800 dollars: 250 packages at 3.20.
    const { answer } = await makePackages({}, [{ lot_id: lotOf(receipt), amount: 2 }], 250, 3.5);
    const made = ok(answer);
    const [holding] = made.holdings;
    expect(await itemOf(holding?.inventory_id)).toMatchObject({
      ...{ quantity: 250, average_cost: 3.2, unit_cost: 3.2 },
    });
    expect(await itemOf(receipt.lines[0]?.inventory_id)).toMatchObject({ average_cost: 400 });
  });

  test('adds up sources of several rows at their own averages', async () => {
    const [first, second] = [
      await harvest({ amount: 1 }),
      await harvest({ amount: 1, unit_cost: 100, room_type: 'sales_floor' }),
    ];
    const [a, b] = [await itemOf(first.lines[0]?.inventory_id), await itemOf(second.lines[0]?.inventory_id)];
    const sources = [
      { lot_id: lotOf(first), amount: 0.5 },
      { lot_id: lotOf(second), amount: 1 },
    ];
    const { answer } = await makePackages({}, sources, 100, 3.5);
    const worth = 0.5 * a.average_cost + 1 * b.average_cost;
    const item = await itemOf(ok(answer).holdings[0]?.inventory_id);
    expect(item.average_cost).toBeCloseTo(worth / 100, 4);
  });

  test('repacks units of one batch without changing their worth', async () => {
    const receipt = await harvest({ amount: 3 });
    const before = await itemOf(receipt.lines[0]?.inventory_id);
    const repacked = await trade.seller.post<LotBody>('/api/v1/lots', {
      ...{ batch: receipt.lines[0]?.batch, variant_id: flower.variantId, package_tag: unique('T') },
      ...{
        location_id: receipt.location_id,
        amount: 2.5,
        sources: [{ lot_id: lotOf(receipt), amount: 2.5 }],
      },
    });
    ok(repacked);
    const after = await itemOf(receipt.lines[0]?.inventory_id);
    expect([after.average_cost, after.amount]).toEqual([before.average_cost, before.amount]);
  });

  test('rejects units that would cost more than any may (400)', async () => {
    const receipt = await harvest({ amount: 5, unit_cost: 9_999_999.99, room_type: 'quarantine' });
    const { answer } = await makePackages({}, [{ lot_id: lotOf(receipt), amount: 5 }], 1, 3.5);
    expectInvalid(answer, 'quantity', 'value_too_small');
  });
});

describe('yield of GET /api/v1/batches/{id}', () => {
  test('is what was harvested, packaged, is on hand and was lost; null without a harvest', async () => {
    const receipt = await harvest({ amount: 10 });
    const batch = receipt.lines[0]?.batch;
    expect((await detailOf(batch)).yield).toEqual({
      unit: 'lb',
      harvested: 10,
      packaged: 0,
      on_hand: 10,
      lost: 0,
    });
    // 100 packages of 3.5 g are 350 g: 0.7716 lb of the lb that was consumed.
    ok((await makePackages({}, [{ lot_id: lotOf(receipt), amount: 1 }], 100, 3.5)).answer);
    expect((await detailOf(batch)).yield).toEqual({
      ...{ unit: 'lb', harvested: 10, packaged: 0.7716, on_hand: 9, lost: 0.2284 },
    });
    const list = ok(await trade.seller.get<{ data: object[] }>('/api/v1/batches'));
    expect(list.data[0]).not.toHaveProperty('yield');
    const plain = await received(trade.seller, trade.wholesaler, [
      { variant_id: flower.variantId, amount: 1, batch_id: unique('B') },
    ]);
    expect((await detailOf(plain.lines[0]?.batch)).yield).toBeNull();
  });

  test('counts packages of the same batch, shares of several batches, and no bulk twice', async () => {
    const [first, second] = [await harvest({ amount: 2 }), await harvest({ amount: 2 })];
    const [a, b] = [first.lines[0]?.batch, second.lines[0]?.batch];
    // Half of each: 400 packages of 2 g are 800 g, 1.7637 lb of 2.
    const sources = [first, second].map((one) => ({ lot_id: lotOf(one), amount: 1 }));
    const eighths = await makePackages({}, sources, 400, 2);
    ok(eighths.answer);
    for (const batch of [a, b])
      expect((await detailOf(batch)).yield).toMatchObject({ packaged: 0.8818, on_hand: 1, lost: 0.1182 });
    // Bulk that is repacked stays on hand; what went missing is lost.
    ok(
      await trade.seller.post<LotBody>('/api/v1/lots', {
        ...{
          batch: a,
          variant_id: flower.variantId,
          package_tag: unique('T'),
          location_id: first.location_id,
        },
        ...{ amount: 0.9, sources: [{ lot_id: lotOf(first), amount: 1 }] },
      }),
    );
    expect((await detailOf(a)).yield).toMatchObject({
      harvested: 2,
      packaged: 0.8818,
      on_hand: 0.9,
      lost: 0.2182,
    });
    // Nothing says what these weigh: nothing of them counts as lost.
    ok((await makePackages({}, [{ lot_id: lotOf(second), amount: 1 }], 7)).answer);
    expect((await detailOf(b)).yield).toMatchObject({ packaged: 1.8818, on_hand: 0, lost: 0.1182 });
  });

  test('is of the business and the locations of the member alone', async () => {
    const business = await createBusiness(db, 'wholesaler', { locationCount: 2 });
    const owner = await stage.signIn(await createMember(db, business, 'owner'));
    const [here = '', there = ''] = business.locationIds;
    const limited = await stage.signIn(await createMember(db, business, 'manager', [here]));
    const weighed = await createWeighed({ seller: owner }, { unit: 'g', step: 1, price: 5 });
    const batch_id = unique('H');
    const at = (location: string, quantity: number) =>
      received(
        owner,
        { locationIds: [location] },
        [{ variant_id: weighed.variantId, quantity, batch_id, harvested_on: '2026-01-05' }],
        HARVEST,
      );
    const far = await at(there, 300);
    const batch = far.lines[0]?.batch;
    expect((await detailOf(batch, limited)).yield).toBeNull();
    await at(here, 50);
    expect((await detailOf(batch, limited)).yield).toMatchObject({ unit: 'g', harvested: 50, on_hand: 50 });
    expect((await detailOf(batch, owner)).yield).toMatchObject({ harvested: 350, on_hand: 350 });
  });

  test('isn’t shown to those who bought of the batch', async () => {
    const other = await openTrade(stage, { quantity: 0 });
    const bulk = await createWeighed(other, { unit: 'lb', step: 0.01, price: 900 });
    const receipt = await received(
      other.seller,
      other.wholesaler,
      [{ variant_id: bulk.variantId, amount: 10, batch_id: unique('H'), harvested_on: '2026-01-05' }],
      HARVEST,
    );
    const product = { ...other.product, id: bulk.productId };
    await placeOrderIn({ ...other, product }, 'delivered', 5);
    expect((await detailOf(receipt.lines[0]?.batch, other.buyer)).yield).toBeNull();
    expect((await detailOf(receipt.lines[0]?.batch, other.seller)).yield).toMatchObject({
      harvested: 10,
      on_hand: 9.95,
    });
  });
});
