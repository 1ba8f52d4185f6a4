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
