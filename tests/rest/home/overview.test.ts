import { expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createStock } from '../../factories/catalog';
import { openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/overview';
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

interface View {
  period: object;
  today: object;
  figures: object;
  inventory: object;
  value_by_day: { date: string; value: number; orders: number }[];
  previous_value_by_day: { date: string; value: number; orders: number }[];
  open_orders: object[];
  orders_by_status: object[];
  units_by_room: object[];
  top_products: object[];
}

test.skipIf(IS_SHORT)("counts no pending order and no shipment of another business's", async () => {
  const neighbor = await openTrade(stage);
  await placeOrder(neighbor);
  await placeOrderIn(neighbor, 'accepted', 1);
  await sql`update orders set delivery_date = current_date where wholesaler_id = ${neighbor.wholesaler.id}`;
  const { seller } = await openTrade(stage);
  const { body } = await seller.get<View>(PATH);
  expect(body.today).toMatchObject({ pending_orders: 0, shipments_due: 0 });
});

test('sums of orders go beyond the highest total of one (200)', async () => {
  const trade = await openTrade(stage, { quantity: 4000, prices: [499_999_999] });
  for (let n = 0; n < 2; n++) await placeOrder(trade, 2000);
  const value = 19_999_999_960;
  const { status, body } = await trade.seller.get<View>(PATH);
  expect({ status, value: body.value_by_day.at(-1)?.value }).toEqual({ status: 200, value });
  expect(body).toMatchObject({ open_orders: [{ value }], top_products: [{ value }] });
  const { buyer, wholesaler } = trade;
  expect((await buyer.get(`/api/v1/partners/${wholesaler.id}/totals`)).body).toMatchObject({ total: value });
  const trends = await buyer.get<{ data: { weeks: number[] }[] }>(
    `/api/v1/partners/totals?ids=${wholesaler.id}&side=buying`,
  );
  expect(trends.body.data[0]?.weeks.at(-1)).toBe(value);
  expect((await buyer.get('/api/v1/market/suppliers')).body).toMatchObject({
    data: [{ last_order: { total: value / 2 } }],
  });
});

test('returns figures for the period and the one before it, without canceled orders (200)', async () => {
  const trade = await openTrade(stage, { quantity: 100, wholesaler: { lowStockThreshold: 96 } });
  await createStock(db, trade.wholesaler, trade.product.variantId, 4, { roomType: 'quarantine' });
  await placeOrder(trade, 3, { delivery_date: day(1) });
  await placeOrderIn(trade, 'accepted', 2);
  await placeOrderIn(trade, 'cancelled', 50);
  const { id } = await placeOrderIn(trade, 'shipped', 5);
  await sql`update orders set created_at = now() - interval '8 days' where id = ${id}`;
  await sql`update orders set delivery_date = current_date where status = 'accepted'`;
  const { status, body } = await trade.seller.get<View>(`${PATH}?days=7`);
  expect(status).toBe(200);
  expect(body.period).toEqual({ days: 7, start: day(-6), end: day(0) });
  expect(body.today).toEqual({
    ...{ pending_orders: 1, shipments_due: 1, low_stock: 1, license_expiry: null },
    overdue: { receivable: 0, payable: 0 },
  });
  expect(body.figures).toEqual({
    order_value: { current: 50, previous: 50 },
    line_value: { current: 50, previous: 50 },
    orders: { current: 2, previous: 1 },
    units: { current: 5, previous: 5 },
  });
  expect(body.value_by_day).toHaveLength(7);
  expect(body.value_by_day.at(-1)).toEqual({ date: day(0), value: 50, line_value: 50, orders: 2 });
  expect(body.previous_value_by_day.map(({ date }) => date)).toEqual(
    [-13, -12, -11, -10, -9, -8, -7].map(day),
  );
  expect(body.previous_value_by_day.at(-2)).toEqual({ date: day(-8), value: 50, line_value: 50, orders: 1 });
  expect(body.open_orders).toEqual([
    { status: 'pending', orders: 1, value: 30 },
    { status: 'accepted', orders: 1, value: 20 },
    { status: 'shipped', orders: 1, value: 50 },
  ]);
  expect(body.orders_by_status).toEqual([
    { status: 'pending', orders: 1 },
    { status: 'accepted', orders: 1 },
    { status: 'cancelled', orders: 1 },
  ]);
  expect(body.units_by_room).toMatchObject([
    { room_type: 'vault', units: 95, amount: 95, amounts: [{ units: 95, unit: null, amount: 95 }] },
    { room_type: 'quarantine', units: 4, amount: 4 },
  ]);
  expect(body.top_products).toMatchObject([
    { product_id: trade.product.id, product_name: trade.product.name, units: 5, value: 50 },
  ]);
});

test('adds up lines before tax as reports of sales do, beside totals with it, for both parties (200)', async () => {
  const trade = await openTrade(stage, { prices: [1000], wholesaler: { taxRateBps: 1000 } });
  await placeOrderIn(trade, 'accepted', 3);
  await placeOrderIn(trade, 'cancelled', 20);
  const { id } = await placeOrder(trade, 2);
  await sql`update orders set created_at = now() - interval '8 days' where id = ${id}`;
  for (const [party, side, by] of [
    [trade.seller, 'selling', 'customer'],
    [trade.buyer, 'buying', 'supplier'],
  ] as const) {
    const sides = [`&side=${side}`, ''];
    for (const of of sides) {
      const { body } = await party.get<View>(`${PATH}?days=7${of}`);
      expect(body.figures).toMatchObject({
        order_value: { current: 33, previous: 22 },
        line_value: { current: 30, previous: 20 },
      });
      expect(body.value_by_day.at(-1)).toMatchObject({ value: 33, line_value: 30 });
      expect(body.previous_value_by_day.at(-2)).toMatchObject({ value: 22, line_value: 20 });
    }
    const report = await party.get(`/api/v1/reports/sales?by=${by}&range=last_7_days&side=${side}`);
    expect(report.body).toMatchObject({ data: [{ value: 30 }] });
    const { body: none } = await party.get<View>(
      `${PATH}?days=7&side=${side === 'selling' ? 'buying' : 'selling'}`,
    );
    expect(none.figures).toMatchObject({ line_value: { current: 0, previous: 0 } });
  }
});

test('returns zeros for a viewer and for a business without orders (200)', async () => {
  const { retailer } = await openTrade(stage);
  const viewer = await stage.signIn(await createMember(db, retailer, 'viewer'));
  const { body } = await viewer.get<View>(PATH);
  expect(body.value_by_day).toHaveLength(30);
  expect(body.value_by_day.every(({ value, orders }) => value === 0 && orders === 0)).toBe(true);
  expect(body).toMatchObject({ inventory: { value: 0, units: 0 }, top_products: [], units_by_room: [] });
});

test('reports a license that expires within 60 days', async () => {
  const { seller, wholesaler } = await openTrade(stage);
  const told = async () => (await seller.get<{ today: object }>(PATH)).body.today;
  await sql`update entities set license_expiry = current_date + 60 where id = ${wholesaler.id}`;
  expect(await told()).toMatchObject({ license_expiry: day(60) });
  await sql`update entities set license_expiry = current_date + 61 where id = ${wholesaler.id}`;
  expect(await told()).toMatchObject({ license_expiry: null });
});

test.each(['days=0', 'days=91', 'days=1.5', 'days=week'])('rejects %s (400)', async (query) => {
  const { seller } = await openTrade(stage);
  expectInvalid(await seller.get(`${PATH}?${query}`), 'days');
});

test('rejects a missing token (401)', async () => {
  expectError(await stage.anybody.get(PATH), 'UNAUTHORIZED');
});
