import { beforeAll, expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { createProduct } from '../factories/catalog';
import { GOODS, type GoodsBody, receive, received, unique } from '../factories/goods';
import type { LotBody } from '../factories/lots';
import { type ItemBody, openTrade, placeOrderIn, type Trade } from '../factories/trade';
import { type Client, ok } from '../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

/** What no two responses have alike. */
const alike = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body, (key, value) =>
      /^(id|number|line_id|created_at|updated_at|correctable_until|inventory_id|name|license_number)$/.test(
        key,
      )
        ? typeof value
        : value,
    ),
  );

test('a license typed on a receipt reads the same whether a business on board has it, and tells it nothing', async () => {
  const present = await createBusiness(db, 'wholesaler', {
    licenseNumber: unique('C11'),
    name: unique('Here'),
  });
  const watcher = await stage.signIn(await createMember(db, present, 'owner'));
  const lines = [{ variant_id: trade.product.variantId, quantity: 1 }];
  const typed = (license_number: string, name: string) =>
    receive(trade.seller, trade.wholesaler, lines, { supplier: { name, license_number } });
  const [row] = await sql<
    { license_number: string }[]
  >`select license_number from entities where id = ${present.id}`;
  const hit = await typed(row?.license_number ?? '', present.name);
  const miss = await typed(unique('C11'), unique('Away'));
  expect([hit.status, miss.status]).toEqual([201, 201]);
  expect(alike(hit.body)).toEqual(alike(miss.body));
  expect((hit.body as GoodsBody).supplier?.id).not.toBe(present.id);
  const { data } = ok(await watcher.get<{ data: object[] }>('/api/v1/events'));
  expect(data).toEqual([]);
  for (const path of ['/api/v1/notifications', '/api/v1/claims', GOODS, '/api/v1/goods-suppliers'])
    expect(ok(await watcher.get<{ data: object[] }>(path)).data, path).toEqual([]);
});

test("another tenant's ids respond as ones that don't exist", async () => {
  const foreign = await openTrade(stage);
  const theirs = await received(foreign.seller, foreign.wholesaler, [
    { variant_id: foreign.product.variantId, quantity: 1, batch_id: unique('B'), package_tag: unique('T') },
  ]);
  const line = { variant_id: trade.product.variantId, quantity: 1 };
  const bad = async (fields: object) => receive(trade.seller, trade.wholesaler, [line], fields);
  for (const id of [foreign.wholesaler.locationIds[0], ABSENT_ID])
    expectAbsent(await bad({ location_id: id }));
  for (const supplier_id of [foreign.wholesaler.id, theirs.supplier?.id, ABSENT_ID])
    expectAbsent(await bad({ supplier: undefined, supplier_id }));
  for (const variant_id of [foreign.product.variantId, ABSENT_ID])
    expectInvalid(
      await receive(trade.seller, trade.wholesaler, [{ variant_id, quantity: 1 }]),
      'lines[0].variant_id',
      'unknown_sku',
    );
  const filters = {
    supplier_id: theirs.supplier?.id,
    batch: theirs.lines[0]?.batch,
    location_id: theirs.location_id,
  };
  for (const [name, value] of Object.entries(filters))
    expect(ok(await trade.seller.get<{ data: object[] }>(`${GOODS}?${name}=${value}`)).data).toEqual([]);
  // Their tag is theirs alone.
  const { package_tag } = theirs.lines[0] ?? {};
  await received(trade.seller, trade.wholesaler, [{ ...line, batch_id: unique('B'), package_tag }]);
});

test('a member of one location neither reads nor receives elsewhere, also by a key', async () => {
  const business = await createBusiness(db, 'wholesaler', { locationCount: 2 });
  const owner = await stage.signIn(await createMember(db, business, 'owner'));
  const [here = '', there = ''] = business.locationIds;
  const limited = await stage.signIn(await createMember(db, business, 'manager', [here]));
  const product = await createProduct(db, business);
  const line = {
    variant_id: product.variantId,
    quantity: 1,
    batch_id: unique('B'),
    package_tag: unique('T'),
  };
  const far = await received(owner, { locationIds: [there] }, [line]);
  expectAbsent(await limited.get(`${GOODS}/${far.id}`));
  for (const query of [`location_id=${there}`, `search=${far.number}`, `batch=${far.lines[0]?.batch}`, ''])
    expect(ok(await limited.get<{ data: object[] }>(`${GOODS}?${query}`)).data).toEqual([]);
  expectAbsent(await receive(limited, { locationIds: [there] }, [line]));
  // The package is in stock, wherever: that is all that it learns.
  const taken = expectError(await receive(limited, { locationIds: [here] }, [line]), 'CONFLICT');
  expect(JSON.stringify(taken)).not.toContain(there);
  expect(taken).toMatchObject({ reason: 'tag_taken' });
});

test('a package that an order brings is in stock once, whichever comes first', async () => {
  const other = await openTrade(stage);
  const item = ok(await other.seller.get<ItemBody>(`/api/v1/inventory/${other.stockId}`));
  const package_tag = unique('T');
  ok(
    await other.seller.post<LotBody>('/api/v1/lots', {
      ...{ product_id: other.product.id, batch_id: unique('B'), variant_id: other.product.variantId },
      ...{ package_tag, location_id: item.location_id, quantity: 5 },
    }),
  );
  await placeOrderIn(other, 'shipped', 5);
  const line = { variant_id: other.product.variantId, quantity: 5, batch_id: unique('B'), package_tag };
  const send = (client: Client) => receive(client, other.retailer, [line]);
  const answers = await Promise.all([1, 2, 3].map(() => send(other.buyer.unpooled())));
  for (const answer of answers)
    expect(expectError(answer, 'CONFLICT')).toMatchObject({
      reason: 'confirm_required',
      questions: [{ code: 'tag_on_order' }],
    });
  const units =
    await sql`select id from inventory_items where entity_id = ${other.retailer.id} and quantity > 0`;
  expect(units).toEqual([]);
});

test('2 × 10⁹ units at 9,999,999.99 are worth what they cost, and one more is rejected (409)', async () => {
  const product = await createProduct(db, trade.wholesaler);
  const line = { variant_id: product.variantId, quantity: 2_000_000_000, unit_cost: 9_999_999.99 };
  const receipt = await received(trade.seller, trade.wholesaler, [
    line,
    { ...line, room_type: 'sales_floor' },
  ]);
  expect(receipt).toMatchObject({ units: 4_000_000_000, cost_total: 39_999_999_960_000_000 });
  const [level] = await sql<{ worth: string }[]>`
    select worth::text as worth from stock_levels where variant_id = ${product.variantId}`;
  expect(level?.worth).toBe('39999999960000000.0000');
  const item = ok(await trade.seller.get<ItemBody>(`/api/v1/inventory/${receipt.lines[0]?.inventory_id}`));
  expect(item).toMatchObject({ quantity: 2_000_000_000, average_cost: 9_999_999.99 });
  const more = await receive(trade.seller, trade.wholesaler, [{ ...line, quantity: 1 }]);
  expect(expectError(more, 'CONFLICT')).toMatchObject({ reason: 'cannot_receive' });
  // Two lots of one row, each of which fits alone.
  const two = await createProduct(db, trade.wholesaler);
  const lots = [1, 2].map(() => ({ ...line, variant_id: two.variantId, batch_id: unique('B') }));
  expect(expectError(await receive(trade.seller, trade.wholesaler, lots), 'CONFLICT')).toMatchObject({
    reason: 'cannot_receive',
  });
});

test("numbers of another's product that are tried by receipts that fail are counted, and say nothing of them", async () => {
  const other = await openTrade(stage);
  const known = unique('B');
  ok(await other.seller.post('/api/v1/batches', { product_id: other.product.id, batch_id: known }));
  const tries = async (numbers: readonly string[], fields: object = {}) => {
    // The last line has no goods, so that nothing is ever received.
    const lines = numbers.map((batch_id) => ({
      variant_id: other.product.variantId,
      quantity: 1,
      batch_id,
    }));
    return receive(other.buyer, other.retailer, [...lines, { sku: unique('NO'), quantity: 1 }], fields);
  };
  const [hit, miss] = [await tries([known]), await tries([unique('B')])];
  expect([hit.status, miss.status]).toEqual([400, 400]);
  expect(alike(hit.body)).toEqual(alike(miss.body));
  await tries(Array.from({ length: 49 }, () => unique('B')));
  await tries(
    Array.from({ length: 49 }, () => unique('B')),
    { dry_run: true },
  );
  const beyond = await tries([unique('B')]);
  expect(beyond.status, beyond.text).toBe(429);
  expect(expectError(beyond, 'RATE_LIMITED')).toMatchObject({ reason: 'too_many_numbers' });
  // Nor does a batch that is received say that the owner has one of its number: it is a private one.
  const stranger = await openTrade(stage);
  const theirs = await openTrade(stage);
  const number = unique('B');
  ok(await theirs.seller.post('/api/v1/batches', { product_id: theirs.product.id, batch_id: number }));
  await sql`insert into connections (id, requester_id, target_id, status, responded_at)
    values (gen_random_uuid(), ${stranger.retailer.id}, ${theirs.wholesaler.id}, 'accepted', now())`;
  const [there, away] = [
    await received(stranger.buyer, stranger.retailer, [
      { variant_id: theirs.product.variantId, quantity: 1, batch_id: number },
    ]),
    await received(stranger.buyer, stranger.retailer, [
      { variant_id: theirs.product.variantId, quantity: 1, batch_id: unique('B') },
    ]),
  ];
  expect([there.notices, away.notices]).toEqual([[], []]);
  expect(there.lines[0]?.test_status).toBe(away.lines[0]?.test_status);
});

test('a correction after the sale takes back no unit that is gone, and gives what was shipped no other cost', async () => {
  const other = await openTrade(stage, { quantity: 0 });
  const line = { variant_id: other.product.variantId, quantity: 10, unit_cost: 5, batch_id: unique('B') };
  const receipt = await received(other.seller, other.wholesaler, [line]);
  const [first] = receipt.lines;
  const order = await placeOrderIn(other, 'shipped', 8);
  const worthOf = async () => {
    const [row] = await sql<{ cost: string }[]>`
      select sum(n.shipped_quantity * n.unit_cost)::text as cost from order_items n where n.order_id = ${order.id}`;
    return row?.cost;
  };
  const before = await worthOf();
  const correct = (body: object) => other.seller.patch<GoodsBody>(`${GOODS}/${receipt.id}`, body);
  for (const lines of [
    [{ line_id: first?.line_id, quantity: 7 }],
    [{ line_id: first?.line_id, batch_id: unique('B') }],
    [{ line_id: first?.line_id, room_type: 'sales_floor' }],
    [{ variant_id: other.product.variantId, quantity: 1 }],
  ])
    expect(expectError(await correct({ lines }), 'CONFLICT')).toMatchObject({
      reason: 'units_gone',
      lines: [{ line_id: first?.line_id }],
    });
  ok(await correct({ lines: [{ line_id: first?.line_id, unit_cost: 9_999_999.99 }] }));
  expect(await worthOf()).toBe(before);
  const item = ok(await other.seller.get<ItemBody>(`/api/v1/inventory/${first?.inventory_id}`));
  expect(item).toMatchObject({ quantity: 2, average_cost: 9_999_999.99 });
  ok(await correct({ lines: [{ line_id: first?.line_id, unit_cost: 0 }] }));
  expect(ok(await other.seller.get<ItemBody>(`/api/v1/inventory/${first?.inventory_id}`))).toMatchObject({
    average_cost: 0,
  });
});
