import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { MarginReport } from '../../../server/features/billing/margins/schema';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const PATH = '/api/v1/reports/margins';
type Report = z.infer<typeof MarginReport>;
const read = async (client: Client, query = '') => ok(await client.get<Report>(`${PATH}${query}`));

test('adds up what was invoiced at the cost of its shipping, without what was credited', async () => {
  const trade = await openTrade(stage, { prices: [2000] });
  await stage.sql`update inventory_items set average_cost = 12.3456 where id = ${trade.stockId}`;
  const order = await placeOrderIn(trade, 'shipped', 10);
  // A later cost changes nothing.
  await stage.sql`update inventory_items set average_cost = 99 where id = ${trade.stockId}`;
  const figures = {
    units: 10,
    sales: 200,
    cost: 123.46,
    margin: 76.54,
    margin_percent: 38.27,
    uncosted_units: 0,
    ...{ unit: null, step: null, amount: 10, uncosted_amount: 0 },
  };
  const report = await read(trade.seller);
  expect(report.totals).toEqual(figures);
  expect(report.data).toEqual([{ id: trade.product.id, name: expect.any(String), ...figures }]);
  expect((await read(trade.seller, '?group=customer')).data).toMatchObject([
    { id: trade.retailer.id, name: trade.retailer.name, margin: 76.54 },
  ]);
  expect((await read(trade.seller, '?group=day&range=last_7_days')).data).toMatchObject([
    { id: null, name: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), margin: 76.54 },
  ]);

  ok(
    await trade.seller.post(`/api/v1/invoices/${order.invoice?.id}/credits`, {
      lines: [{ item_id: order.items[0]?.id, quantity: 6 }],
      reason: 'Four came broken',
    }),
  );
  expect((await read(trade.seller)).totals).toEqual({
    ...{ units: 6, sales: 120, cost: 74.07, margin: 45.93 },
    ...{ margin_percent: 38.28, uncosted_units: 0 },
    ...{ unit: null, step: null, amount: 6, uncosted_amount: 0 },
  });
  // Once more, beside one that is whole.
  const whole = await placeOrderIn(trade, 'shipped', 1);
  expect((await read(trade.seller, '?group=customer')).data).toMatchObject([{ units: 7, sales: 140 }]);
  ok(
    await trade.seller.post(`/api/v1/invoices/${whole.invoice?.id}/credits`, {
      lines: [{ item_id: whole.items[0]?.id, quantity: 0 }],
      reason: 'It came broken',
    }),
  );
  expect((await read(trade.seller, '?start_date=2020-01-01&end_date=2020-12-31')).data).toEqual([]);
  // Of goods that shipped before costs were kept.
  await stage.sql`update order_items set unit_cost = null where order_id = ${order.id}`;
  expect((await read(trade.seller)).totals).toMatchObject({
    ...{ units: 6, sales: 120, margin: null, margin_percent: null, uncosted_units: 6 },
  });
});

test('has no margin of goods whose cost was unknown when they shipped', async () => {
  const trade = await openTrade(stage, { prices: [2000] });
  const order = await placeOrderIn(trade, 'shipped', 10);
  const unknown = { units: 10, sales: 200, cost: 0, margin: null, uncosted_units: 10 };
  expect((await read(trade.seller)).totals).toMatchObject(unknown);
  // Kept before such costs were null.
  await stage.sql`update order_items set unit_cost = 0 where order_id = ${order.id}`;
  expect((await read(trade.seller)).totals).toMatchObject(unknown);
});

test('covers the first days of the calendar', async () => {
  const { seller } = await openTrade(stage);
  expect(await read(seller, '?end_date=0001-01-05')).toMatchObject({
    period: { start: '0001-01-01', end: '0001-01-05' },
    data: [],
  });
});

test('is for sellers with access to all locations, within a year', async () => {
  const trade = await openTrade(stage);
  expect(expectError(await trade.buyer.get(PATH), 'FORBIDDEN')).toMatchObject({ reason: 'not_a_seller' });
  const limited = await stage.signIn(
    await createMember(stage.db, trade.wholesaler, 'admin', trade.wholesaler.locationIds.slice(0, 1)),
  );
  expect(expectError(await limited.get(PATH), 'FORBIDDEN')).toMatchObject({
    reason: 'outside_your_locations',
  });
  expectInvalid(await trade.seller.get(`${PATH}?start_date=2024-01-01&end_date=2026-01-01`), 'end_date');
  expectInvalid(await trade.seller.get(`${PATH}?range=last_7_days&start_date=2026-01-01`), 'start_date');
  expectInvalid(await trade.seller.get(`${PATH}?group=week`), 'group');
});

test.skipIf(IS_SHORT)('lists what has no margin last, whichever way', async () => {
  const trade = await openTrade(stage);
  const other = await createProduct(stage.db, trade.wholesaler, { prices: [2000] });
  await createStock(stage.db, trade.wholesaler, other.variantId, 10);
  await stage.sql`update inventory_items set average_cost = 5 where id = ${trade.stockId}`;
  await placeOrderIn(trade, 'shipped', 2);
  await placeOrderIn({ ...trade, product: other }, 'shipped', 2);
  for (const sort of ['margin', '-margin']) {
    const { data, totals } = await read(trade.seller, `?sort=${sort}`);
    expect(data.map(({ margin }) => margin === null)).toEqual([false, true]);
    expect(totals.margin).toBeNull();
  }
  const csv = await trade.seller.get(`${PATH}?format=csv&group=product`);
  expect(csv.status).toBe(200);
});

test.skipIf(IS_SHORT)('the CSV has all rows of one reading, whatever page is asked for', async () => {
  const trade = await openTrade(stage);
  const { id } = await placeOrderIn(trade, 'shipped', 2);
  const { sql } = stage;
  const [stored] = await sql<
    [{ document: string }]
  >`select document::text from invoices where order_id = ${id}`;
  // Two whole pages of an export; names of products that are gone are their ids.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into order_items select (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(),
        'product_id', gen_random_uuid(), 'variant_id', gen_random_uuid()))).*
      from order_items x, generate_series(1, 999) where x.order_id = ${id}`;
    await tx`
      update invoices i set document = jsonb_set(i.document, '{lines}', (
        select jsonb_agg((i.document -> 'lines' -> 0) || jsonb_build_object('item_id', x.id)) from order_items x where x.order_id = i.order_id))
      where i.order_id = ${id}`;
  });
  const [head, ...rows] = (await trade.seller.get(`${PATH}?format=csv&limit=1&page=2`)).text
    .trim()
    .split('\r\n');
  expect(head).toMatch(/^id,name,units,/);
  expect(rows).toHaveLength(1000);
  expect(new Set(rows).size).toBe(1000);
  expect((await read(trade.seller, '?limit=1&page=2')).pagination).toMatchObject({ page: 2, total: 1000 });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from order_items where order_id = ${id} and product_id <> ${trade.product.id}`;
    await tx`update invoices set document = ${stored.document}::text::jsonb where order_id = ${id}`;
  });
});

test('is divided by any two groups, of whole and of credited invoices alike', async () => {
  const trade = await openTrade(stage, { prices: [2000] });
  const { wholesaler, seller, retailer, product } = trade;
  const keeper = await createMember(stage.db, wholesaler, 'manager');
  await stage.sql`update products set brand = 'Kiva', category = 'edibles' where id = ${product.id}`;
  await stage.sql`update accounts set representative_id = ${keeper.id} where seller_id = ${wholesaler.id}`;
  await stage.sql`update inventory_items set average_cost = 10 where id = ${trade.stockId}`;
  const order = await placeOrderIn(trade, 'shipped', 10);
  await placeOrderIn(trade, 'shipped', 5);
  const credit = { lines: [{ item_id: order.items[0]?.id, quantity: 6 }], reason: 'Four came broken' };
  ok(await seller.post(`/api/v1/invoices/${order.invoice?.id}/credits`, credit));
  const figures = { units: 11, sales: 220, cost: 110, margin: 110 };
  const member = { id: keeper.id, name: keeper.name };
  const named = {
    brand: { id: null, name: 'Kiva' },
    category: { id: null, name: 'edibles' },
    representative: member,
    customer: { id: retailer.id, name: retailer.name },
    product: { id: product.id, name: product.name },
    day: { id: null, name: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  };
  const groups = Object.keys(named) as (keyof typeof named)[];
  for (const group of groups) {
    const alone = await read(seller, `?group=${group}`);
    expect(alone.data).toMatchObject([{ ...named[group], ...figures }]);
    expect(alone).not.toHaveProperty('then');
    for (const then of groups.filter((other) => other !== group)) {
      const report = await read(seller, `?group=${group}&then=${then}`);
      expect(report, `${group} ${then}`).toMatchObject({ group, then, totals: figures });
      expect(report.data, `${group} ${then}`).toMatchObject([
        { ...named[group], second: named[then], ...figures },
      ]);
    }
  }
  const other = await createProduct(stage.db, wholesaler, { prices: [1000], category: 'flower' });
  await createStock(stage.db, wholesaler, other.variantId, 5);
  await stage.sql`update accounts set representative_id = null where seller_id = ${wholesaler.id}`;
  const items = [{ product_id: other.id, quantity: 2 }];
  const placed = ok(
    await trade.buyer.post<{ id: string }>('/api/v1/orders', { wholesaler_id: wholesaler.id, items }),
  );
  for (const status of ['accepted', 'preparing', 'shipped'])
    ok(await seller.patch(`/api/v1/orders/${placed.id}/status`, { status }));
  const pairs = (await read(seller, '?group=representative&then=brand&sort=-sales')).data;
  expect(pairs.map((row) => [row.id, row.name, row.second?.name, row.sales])).toEqual([
    [null, 'No representative', 'Kiva', 220],
    [null, 'No representative', 'No brand', 20],
  ]);
  expectInvalid(await seller.get(`${PATH}?group=brand&then=brand`), 'then', 'conflict');
});

test.each(['today', 'this_week', 'last_7_days'])('has what was invoiced %s', async (range) => {
  const trade = await openTrade(stage);
  await placeOrderIn(trade, 'shipped', 1);
  expect((await read(trade.seller, `?range=${range}`)).totals.units).toBe(1);
  expect((await read(trade.seller, '?range=yesterday')).totals.units).toBe(0);
});
