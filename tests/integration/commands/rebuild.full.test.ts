import { beforeAll, expect, test } from 'vitest';
import { foldStockTotals } from '../../../server/features/inventory/totals/totals';
import { foldOrderTotals, foldSales } from '../../../server/features/orders/figures/totals';
import { createLot } from '../../factories/lots';
import { openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { onDatabase, runCli } from '../../setup/cli';
import { IS_SHORT } from '../../setup/full';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const { sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 500, wholesaler: { locationCount: 2 } });
  for (const status of ['pending', 'accepted', 'delivered', 'cancelled'] as const) {
    await placeOrderIn(trade, status, 2);
  }
  await createLot(trade.seller, trade.stockId, 'B-1', 20);
  await foldStockTotals(stage.db);
  await foldOrderTotals(stage.db);
  await foldSales(stage.db);
});

const run = (...args: string[]) => runCli(onDatabase(stage.url), ...args);
const rebuilt = async (...args: string[]) => (await run('rebuild', ...args)).stdout.trimEnd().split('\n');
const differences = async () => (await run('verify-ledger')).stdout.trimEnd().split('\n').slice(0, -1);

test('finds nothing to repair while all totals are right', async () => {
  expect(await differences()).toEqual([]);
  const lines = await rebuilt();
  expect(lines.filter((line) => !line.endsWith(': right'))).toEqual([]);
  expect(lines).toHaveLength(21);
});

/** Tables, and what damages them. */
const DAMAGES: Array<[string, () => Promise<unknown>]> = [
  [
    'stock_levels',
    () =>
      sql`update stock_levels set available = available + 3, worth = worth + 7, expires_on = '2030-01-01'`,
  ],
  [
    'stock_levels',
    () => sql`insert into stock_levels (entity_id, location_id, variant_id, product_id, product_name, category, sku)
    select s.entity_id, l.id, s.variant_id, s.product_id, s.product_name, s.category, s.sku from stock_levels s
      join locations l on l.entity_id = s.entity_id and l.id <> s.location_id`,
  ],
  ['stock_levels', () => sql`update stock_levels set blocked = blocked + 2`],
  ['stock_totals', () => sql`update stock_totals set items = items + 1, units = units - 5`],
  [
    'stock_totals',
    () => sql`insert into stock_changes (entity_id, location_id, room_type, category, items, units, worth)
      select entity_id, location_id, room_type, 'flower', 2, 3, 4 from inventory_items limit 1`,
  ],
  [
    'stock_categories',
    () => sql`insert into stock_categories (entity_id, category, location_id, room_type, items)
    select entity_id, 'edibles', location_id, 'vault', 4 from stock_levels`,
  ],
  ['stock_flows', () => sql`update stock_flows set worth = worth + 10, sold_units = sold_units + 1`],
  [
    'stock_sales',
    () => sql`insert into stock_sales (entity_id, day, location_id, variant_id, units)
    select entity_id, '2020-01-01', location_id, variant_id, 3 from stock_levels limit 1`,
  ],
  ['variant_stock', () => sql`update variant_stock set units = units - 2, worth = worth + 3`],
  [
    'variants_in_stock',
    () => sql`insert into variants_in_stock (entity_id, variant_id, levels)
    select distinct entity_id, variant_id, 2 from stock_levels
    on conflict (entity_id, variant_id) do update set levels = variants_in_stock.levels + 2`,
  ],
  ['orders', () => sql`update orders set units = units + 1 where status = 'pending'`],
  [
    'order_days',
    () => sql`insert into order_changes (entity_id, placed_at, status, side, orders, units, cents)
      select wholesaler_id, '2020-01-03', 'pending', 'selling', -1, -1, -1 from orders limit 1`,
  ],
  [
    'order_days',
    () => sql`insert into order_days (entity_id, day, status, side, orders, units, cents)
    select wholesaler_id, '2020-01-02', 'pending', 'selling', 7, 7, 700 from orders limit 1`,
  ],
  [
    'product_sales',
    () => sql`insert into product_sales (entity_id, day, product_id, side, units, cents)
    select o.wholesaler_id, '2020-01-02', x.product_id, 'selling', 3, 300 from orders o join order_items x on x.order_id = o.id limit 1`,
  ],
  [
    'purchases',
    () => sql`insert into purchases (entity_id, variant_id, lines)
    select o.retailer_id, x.variant_id, 9 from orders o join order_items x on x.order_id = o.id limit 1
    on conflict (entity_id, variant_id) do update set lines = purchases.lines + 9`,
  ],
  ['variant_sales', () => sql`update variant_sales set units = units + 2, cents = cents + 5`],
  // Repaired with the sales that they sum up.
  ['variant_sales', () => sql`delete from sales_years`],
  ['variant_sales', () => sql`update purchase_years set cents_to_0531 = 5`],
  ['variant_sales', () => sql`update buyer_sales set units = units + 1`],
  ['lot_reach', () => sql`delete from lot_reach`],
  ['batch_reach', () => sql`update batch_reach set batch_number = 'wrong'`],
  [
    'audit_totals',
    () => sql`insert into audit_totals (entity_id, action, rows)
    select id, 'order.created', 5 from entities limit 1
    on conflict (entity_id, action) do update set rows = audit_totals.rows + 5`,
  ],
];

test('repairs each damaged total beside orders and adjustments, and says what it was and what it is', async () => {
  for (const [, damage] of DAMAGES) await damage();
  expect(await differences()).not.toEqual([]);
  const [lines] = await Promise.all([
    rebuilt(),
    ...Array.from({ length: 10 }, () => placeOrderIn(trade, 'shipped', 3)),
  ]);
  for (const name of new Set(DAMAGES.map(([of]) => of))) {
    const own = lines.filter((line) => line.startsWith(name));
    expect(own.at(-1)).toMatch(/^\w+: [1-9]\d* repaired$/);
    for (const line of own.slice(0, -1)) expect(line).toMatch(/^\w+ [0-9a-f-]{36}.*: .+, now .+$/);
  }
  expect(await differences()).toEqual([]);
  expect((await rebuilt()).filter((line) => !line.endsWith(': right'))).toEqual([]);
});

test.skipIf(IS_SHORT)('repairs the named totals alone', async () => {
  await sql`update purchases set lines = lines + 1`;
  await sql`update stock_totals set units = units + 1`;
  expect(await rebuilt('--only', 'purchases')).toEqual([
    expect.stringMatching(/^purchases [0-9a-f-]{36} [0-9a-f-]{36}: \d+, now \d+$/),
    'purchases: 1 repaired',
  ]);
  const left = await differences();
  expect(left.length).toBeGreaterThan(1);
  expect(left.filter((line) => !line.includes('their units or value'))).toEqual([]);
  await rebuilt('--only', 'stock_totals', '--only', 'stock_levels');
  expect(await differences()).toEqual([]);
});

test('is wrong usage for an unknown total (2)', async () => {
  expect(await run('rebuild', '--only', 'orders_total')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no kept total orders_total'),
  });
});
