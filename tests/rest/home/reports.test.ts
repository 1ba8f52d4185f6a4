import { expect, test } from 'vitest';
import type { z } from 'zod';
import { foldStockTotals } from '../../../server/features/inventory/totals/totals';
import type { StockReport } from '../../../server/features/reports/stock/schema';
import { createMember } from '../../factories/business';
import { createStock } from '../../factories/catalog';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/reports/stock';
type Body = z.infer<typeof StockReport>;

test('values stock by location and room, and says how fast it sells (200)', async () => {
  const trade = await openTrade(stage, { quantity: 100, wholesaler: { locationCount: 2 } });
  const [here, there] = trade.wholesaler.locationIds as unknown as [string, string];
  await createStock(db, trade.wholesaler, trade.product.variantId, 20, { locationId: there });
  await sql`update inventory_items set average_cost = 2.5 where entity_id = ${trade.wholesaler.id}`;
  await placeOrderIn(trade, 'delivered', 40);
  const { status, body } = await trade.seller.get<Body>(`${PATH}?days=10`);
  expect(status).toBe(200);
  expect(body.period.days).toBe(10);
  expect(body.rooms).toMatchObject([
    { location_id: here, room_type: 'vault', units: 60, value: 150 },
    { location_id: there, room_type: 'vault', units: 20, value: 50 },
  ]);
  // 40 units of $2.50 left; the stock was worth $300 when they were there, and is worth $200 now.
  expect(body.total).toMatchObject({ units: 80, value: 200, sold_units: 40, sold_value: 100 });
  expect(body.total.days_on_hand).toBe(20);
  const [first, second] = body.locations;
  expect(first).toMatchObject({ location_id: here, sold_units: 40, days_on_hand: 15 });
  expect(second).toMatchObject({ location_id: there, sold_units: 0, turn: 0, days_on_hand: null });
});

test('sales keep the cost at which they left, before and after they are folded in', async () => {
  const trade = await openTrade(stage, { quantity: 100 });
  const costs = (dollars: number) =>
    sql`update inventory_items set average_cost = ${dollars} where entity_id = ${trade.wholesaler.id}`;
  await costs(2);
  await placeOrderIn(trade, 'delivered', 40);
  await costs(5);
  const { body } = await trade.seller.get<Body>(`${PATH}?days=1`);
  // 60 units of $5 are left of nothing that was worth something a day ago.
  expect(body.total).toMatchObject({ value: 300, sold_units: 40, sold_value: 80 });
  expect(body.total.turn).toBe(Math.round((80 / 150) * 3650) / 10);
  await foldStockTotals(db);
  expect((await trade.seller.get<Body>(`${PATH}?days=1`)).body).toEqual(body);
  await sql`update stock_flows set moved_at = moved_at - interval '2 days' where entity_id = ${trade.wholesaler.id}`;
  const later = await trade.seller.get<Body>(`${PATH}?days=1`);
  expect(later.body.total).toMatchObject({ value: 300, sold_units: 0, turn: 0 });
});

test("counts only the member's locations, and sales of the period", async () => {
  const trade = await openTrade(stage, { quantity: 100, wholesaler: { locationCount: 2 } });
  const [, there] = trade.wholesaler.locationIds as unknown as [string, string];
  await createStock(db, trade.wholesaler, trade.product.variantId, 20, { locationId: there });
  await placeOrderIn(trade, 'delivered', 40);
  const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer', [there]));
  const { body } = await viewer.get<Body>(PATH);
  expect(body.locations.map(({ location_id }) => location_id)).toEqual([there]);
  expect(body.total).toMatchObject({ units: 20, sold_units: 0 });
});

test('returns null for the pace of a business without stock', async () => {
  const { buyer } = await openTrade(stage);
  const { body } = await buyer.get<Body>(PATH);
  expect(body).toMatchObject({ total: { units: 0, value: 0, turn: null, days_on_hand: null }, rooms: [] });
});

test.each(['days=0', 'days=91', 'days=week'])('rejects %s (400)', async (query) => {
  const { seller } = await openTrade(stage);
  expectInvalid(await seller.get(`${PATH}?${query}`), 'days');
});
