import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Checkout } from '../../../server/features/orders/carts/checkout.schema';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type OrderBody, openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const CARTS = '/api/v1/carts';

interface CartBody {
  version: string;
  lines: { variant_id: string; location_id: string | null; quantity: number }[];
}
type Body = z.infer<typeof Checkout>;
type Line = { variant_id: string; location_id?: string | null; quantity: number };

const fill = async (client: Client, supplierId: string, lines: Line[], fields: object = {}) =>
  ok(await client.put<CartBody>(`${CARTS}/${supplierId}`, { lines, ...fields }));
const cartOf = (client: Client, supplierId: string) => client.get<CartBody>(`${CARTS}/${supplierId}`);
const checkout = (
  client: Client,
  carts: object[],
  fields: object = {},
  headers: Record<string, string> = {},
) => client.post<Body>('/api/v1/checkout', { carts, ...fields }, { headers });
const ordersOf = async (client: Client) =>
  ok(await client.get<{ data: OrderBody[] }>('/api/v1/orders?limit=100')).data;

/** A shop with two stores and two suppliers, of whom the second has little. */
async function openShop(left = 5) {
  const trade = await openTrade(stage, { quantity: 500, retailer: { locationCount: 2 } });
  const other = await createBusiness(db, 'wholesaler');
  await connect(db, trade.retailer, other);
  const product = await createProduct(db, other, { prices: [2000] });
  await createStock(db, other, product.variantId, left);
  const [here = '', there = ''] = trade.retailer.locationIds;
  return { ...trade, other, scarce: product.variantId, plenty: trade.product.variantId, here, there };
}

describe('a line of a cart', () => {
  test('is of one variant for one store; without a store it is the cart’s', async () => {
    const { buyer, wholesaler, plenty, here, there } = await openShop();
    const path = `${CARTS}/${wholesaler.id}`;
    const add = (lines: object[]) => buyer.patch<CartBody>(path, { lines });
    ok(
      await add([
        { variant_id: plenty, add: 2 },
        { variant_id: plenty, location_id: there, add: 3 },
      ]),
    );
    const cart = ok(
      await add([
        { variant_id: plenty, location_id: there, add: 1 },
        { variant_id: plenty, location_id: here, add: 7 },
      ]),
    );
    expect(cart.lines).toMatchObject([
      { variant_id: plenty, location_id: null, quantity: 2 },
      { variant_id: plenty, location_id: there, quantity: 4 },
      { variant_id: plenty, location_id: here, quantity: 7 },
    ]);
    const less = ok(await add([{ variant_id: plenty, location_id: there, add: -4 }]));
    expect(less.lines.map(({ quantity }) => quantity)).toEqual([2, 7]);
  });

  test("is not for another's store, nor one beyond the member's (404)", async () => {
    const { buyer, retailer, wholesaler, plenty, here, there } = await openShop();
    const strange = await openTrade(stage);
    const [location_id] = strange.retailer.locationIds;
    const path = `${CARTS}/${wholesaler.id}`;
    expectAbsent(await buyer.patch(path, { lines: [{ variant_id: plenty, location_id, add: 1 }] }));
    const limited = await stage.signIn(await createMember(db, retailer, 'manager', [here]));
    expectAbsent(
      await limited.put(path, { lines: [{ variant_id: plenty, location_id: there, quantity: 1 }] }),
    );
    ok(await limited.put(path, { lines: [{ variant_id: plenty, location_id: here, quantity: 1 }] }));
  });
});

test('places an order for each supplier and store, and takes their lines out', async () => {
  const { buyer, wholesaler, other, plenty, scarce, here, there } = await openShop();
  const first = await fill(
    buyer,
    wholesaler.id,
    [
      { variant_id: plenty, quantity: 4 },
      { variant_id: plenty, location_id: there, quantity: 6 },
    ],
    { notes: 'Dock 2' },
  );
  const second = await fill(buyer, other.id, [{ variant_id: scarce, quantity: 2 }]);
  const carts = [
    { supplier_id: wholesaler.id, version: first.version },
    { supplier_id: other.id, version: second.version },
  ];
  const { results } = ok(await checkout(buyer, carts, { po_number: 'PO-77' }));
  expect(results).toMatchObject([
    {
      supplier_id: wholesaler.id,
      location_id: here,
      order: { total: 40, po_number: 'PO-77', notes: 'Dock 2' },
    },
    { supplier_id: wholesaler.id, location_id: there, order: { total: 60, po_number: 'PO-77' } },
    { supplier_id: other.id, location_id: here, order: { total: 40 } },
  ]);
  expect(results.every(({ error }) => error === undefined)).toBe(true);
  expect(await ordersOf(buyer)).toHaveLength(3);
  for (const { id } of [wholesaler, other]) expectAbsent(await cartOf(buyer, id));
});

test('what fails stays in the cart with its reason; the others are placed', async () => {
  const { buyer, wholesaler, other, plenty, scarce, here, there } = await openShop();
  const { version } = await fill(buyer, wholesaler.id, [
    { variant_id: plenty, location_id: here, quantity: 1 },
    { variant_id: plenty, location_id: there, quantity: 900 },
  ]);
  const second = await fill(buyer, other.id, [{ variant_id: scarce, quantity: 6 }]);
  const { results } = ok(
    await checkout(buyer, [
      { supplier_id: wholesaler.id, version },
      { supplier_id: other.id, version: second.version },
    ]),
  );
  expect(results).toMatchObject([
    { location_id: here, order: { total: 10 } },
    { location_id: there, error: { code: 'INSUFFICIENT_STOCK', details: { reason: 'insufficient_stock' } } },
    { supplier_id: other.id, error: { code: 'INSUFFICIENT_STOCK' } },
  ]);
  const left = ok(await cartOf(buyer, wholesaler.id));
  expect(left.lines).toMatchObject([{ location_id: there, quantity: 900 }]);
  expect(left.version).not.toBe(version);
  expect(ok(await cartOf(buyer, other.id)).version).toBe(second.version);
});

test("another version is that cart's PRECONDITION_FAILED", async () => {
  const { buyer, wholesaler, other, plenty, scarce } = await openShop();
  const stale = await fill(buyer, wholesaler.id, [{ variant_id: plenty, quantity: 1 }]);
  await fill(buyer, wholesaler.id, [{ variant_id: plenty, quantity: 2 }]);
  const { version } = await fill(buyer, other.id, [{ variant_id: scarce, quantity: 1 }]);
  const { results } = ok(
    await checkout(buyer, [
      { supplier_id: wholesaler.id, version: stale.version },
      { supplier_id: other.id, version },
    ]),
  );
  expect(results).toMatchObject([
    { supplier_id: wholesaler.id, error: { code: 'PRECONDITION_FAILED' } },
    { supplier_id: other.id, order: { total: 20 } },
  ]);
  expect(ok(await cartOf(buyer, wholesaler.id)).lines).toMatchObject([{ quantity: 2 }]);
});

test('with an Idempotency-Key, what was made returns and what failed is tried', async () => {
  const { buyer, wholesaler, other, plenty, scarce, here, there } = await openShop();
  const { version } = await fill(buyer, wholesaler.id, [
    { variant_id: plenty, location_id: there, quantity: 900 },
    { variant_id: plenty, location_id: here, quantity: 1 },
  ]);
  const second = await fill(buyer, other.id, [{ variant_id: scarce, quantity: 1 }]);
  const carts = [
    { supplier_id: wholesaler.id, version },
    { supplier_id: other.id, version: second.version },
  ];
  const headers = { 'Idempotency-Key': 'one-checkout' };
  const first = ok(await checkout(buyer, carts, {}, headers)).results;
  expect(first.map(({ order }) => order !== undefined)).toEqual([false, true, true]);
  await createStock(db, wholesaler, plenty, 500, { roomType: 'sales_floor' });
  const again = ok(await checkout(buyer, carts, {}, headers)).results;
  expect(again.map(({ order }) => order?.id)).toEqual([
    expect.any(String),
    first[1]?.order?.id,
    first[2]?.order?.id,
  ]);
  expectAbsent(await cartOf(buyer, wholesaler.id));
  const replayed = await checkout(buyer, carts, {}, headers);
  expect(replayed.headers['idempotent-replayed']).toBe('true');
  expect(ok(replayed).results.map(({ order }) => order?.id)).toEqual(again.map(({ order }) => order?.id));
  expect(await ordersOf(buyer)).toHaveLength(3);
  expectError(await checkout(buyer, carts.slice(1), {}, headers), 'IDEMPOTENCY_KEY_REUSED');
});

test('20 at once, without a key: each order is placed once', async () => {
  const { buyer, wholesaler, plenty, here, there } = await openShop();
  const { version } = await fill(buyer, wholesaler.id, [
    { variant_id: plenty, location_id: here, quantity: 1 },
    { variant_id: plenty, location_id: there, quantity: 1 },
  ]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => checkout(buyer, [{ supplier_id: wholesaler.id, version }])),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const placed = await ordersOf(buyer);
  const stores = placed.map(({ receiving_location_id }) => receiving_location_id).sort();
  expect(new Set(stores).size).toBe(stores.length);
});

describe('who may', () => {
  test('not a viewer, nor a cultivator; a member’s cart is its own', async () => {
    const { buyer, retailer, wholesaler, plenty } = await openShop();
    const { version } = await fill(buyer, wholesaler.id, [{ variant_id: plenty, quantity: 1 }]);
    const carts = [{ supplier_id: wholesaler.id, version }];
    const viewer = await stage.signIn(await createMember(db, retailer, 'viewer'));
    expectError(await checkout(viewer, carts), 'FORBIDDEN');
    const farm = await createBusiness(db, 'cultivator');
    const farmer = await stage.signIn(await createMember(db, farm, 'owner'));
    expect(expectError(await checkout(farmer, carts), 'FORBIDDEN').reason).toBe('not_a_buyer');
    const colleague = await stage.signIn(await createMember(db, retailer, 'owner'));
    const { results } = ok(await checkout(colleague, carts));
    expect(results).toMatchObject([{ error: { code: 'PRECONDITION_FAILED' } }]);
    expect(await ordersOf(buyer)).toEqual([]);
  });
});

test.each([
  ['no carts', [], 'carts', 'too_few_items'],
  ['21 carts', Array.from({ length: 21 }, (_, n) => n), 'carts', 'too_many_items'],
  ['a supplier twice', [0, 0], 'carts', 'duplicate'],
])('rejects %s (400)', async (_, numbers, path, code) => {
  const { buyer } = await openShop();
  const id = (n: number) => `0195e6a0-8c1e-7b5a-9d3f-${String(n).padStart(12, '0')}`;
  const carts = numbers.map((n) => ({ supplier_id: id(n), version: id(n) }));
  expectInvalid(await checkout(buyer, carts), path, code);
});
