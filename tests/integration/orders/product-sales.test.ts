import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { foldSales } from '../../../server/features/orders/figures/totals';
import { topOfWindow, topProducts, windowOf } from '../../../server/features/overview/queries.sql';
import { getSalesReport } from '../../../server/features/reports/sales/queries';
import { dateIn } from '../../../server/kernel/clock';
import { OWNER } from '../../../server/platform/db/samples';
import type { Business } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { createPair, storePlaced } from '../../factories/placed';
import { verifyLedgerOn } from '../../setup/cli';
import { openTestDatabase, type TestDatabase } from '../../setup/database';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp } from '../../setup/invariants';

const PRICE = 1000;
let database: TestDatabase;
let seller: Business;
let buyer: Business;
let products: Array<{ id: string; variantId: string }>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  ({ seller, buyer } = await createPair(database.db, database.sql));
  products = await Promise.all(
    [0, 1].map(async () => {
      const { id, variantId } = await createProduct(database.db, seller);
      return { id, variantId };
    }),
  );
});

/** Places an order of one line at a moment. */
async function place(
  product: number,
  quantity: number,
  at: string,
  status = 'pending',
  by = buyer,
): Promise<string> {
  const total = quantity * PRICE;
  const { id: productId, variantId } = products[product] ?? { id: '', variantId: '' };
  return database.sql.begin(async (tx) => {
    const id = await storePlaced(tx, { seller, buyer: by }, { at, cents: total, units: quantity, status });
    await tx`
      insert into order_items (id, order_id, retailer_id, product_id, variant_id, product_name, sku, quantity, unit_price_cents, total_cents,
        position)
      values (${randomUUID()}, ${id}, ${by.id}, ${productId}, ${variantId}, 'Frozen name', 'SKU', ${quantity}, ${PRICE}, ${total}, 0)`;
    return id;
  });
}

const move = (id: string, status: string) =>
  database.sql`update orders set status = ${status} where id = ${id}`;

async function topOf(business: Business, start: string, timezone = 'America/Los_Angeles') {
  const rows = await topProducts(database.db, business.id, start, timezone);
  return rows.map(({ product_id, units, cents }) => ({
    product: products.findIndex(({ id }) => id === product_id),
    units,
    cents,
  }));
}

test('counts an order for both parties from its placing on, open or delivered, folded in or not, and no longer once canceled', async () => {
  const open = await place(0, 3, '2026-03-10T20:00:00Z');
  const canceled = await place(1, 9, '2026-03-10T20:00:00Z');
  const expected = [{ product: 0, units: 3, cents: 3 * PRICE }];
  await move(canceled, 'cancelled');
  for (const status of ['accepted', 'preparing', 'shipped', 'delivered']) {
    await move(open, status);
    expect(await topOf(seller, '2026-03-10')).toEqual(expected);
    expect(await topOf(buyer, '2026-03-10')).toEqual(expected);
  }
  await foldSales(database.db);
  expect(await database.sql`select * from sales_changes`).toEqual([]);
  expect(await topOf(seller, '2026-03-10')).toEqual(expected);
  expect(await topOf(buyer, '2026-03-10')).toEqual(expected);
  expect(await topOf(seller, '2026-03-11')).toEqual([]);
  await expectOrdersAddUp(database.sql);
});

test('follows added, edited and removed lines and cancellations, before and after a fold', async () => {
  const expectUnits = async (...units: number[]) => {
    for (const business of [seller, buyer]) {
      const sold = await topOf(business, '2026-03-01');
      expect(sold.map((row) => row.units)).toEqual(units);
    }
    await expectOrdersAddUp(database.sql);
  };
  const id = await place(0, 3, '2026-03-10T20:00:00Z');
  const other = await place(1, 2, '2026-03-10T20:00:00Z');
  for (const fold of [async () => {}, () => foldSales(database.db)]) {
    await fold();
    await database.sql.begin(async (tx) => {
      await tx`update order_items set quantity = 5, total_cents = ${5 * PRICE} where order_id = ${id}`;
      await tx`update orders set units = 5, subtotal_cents = ${5 * PRICE}, total_cents = ${5 * PRICE} where id = ${id}`;
    });
    await expectUnits(5, 2);
    await fold();
    await move(other, 'cancelled');
    await expectUnits(5);
    await fold();
    await move(other, 'pending');
    await database.sql`update orders set created_at = '2026-02-10T20:00:00Z' where id = ${id}`;
    await expectUnits(2);
    await fold();
    await database.sql`update orders set created_at = '2026-03-10T20:00:00Z' where id = ${id}`;
  }
  await database.sql`delete from order_items where order_id = ${other}`;
  await database.sql`update orders set units = 0 where id = ${other}`;
  await expectUnits(5);
});

test('days begin at midnight of the timezone of the business, also after it moves', async () => {
  // 11 PM on the 9th in Los Angeles, 2 AM on the 10th in New York.
  await place(0, 2, '2026-03-10T06:00:00Z', 'delivered');
  await place(1, 1, '2026-03-10T20:00:00Z', 'delivered');
  await foldSales(database.db);
  const later = [{ product: 1, units: 1, cents: PRICE }];
  const both = [{ product: 0, units: 2, cents: 2 * PRICE }, ...later];
  expect(await topOf(seller, '2026-03-10')).toEqual(later);
  await database.sql`update entities set timezone = 'America/New_York' where id = ${seller.id}`;
  expect(await topOf(seller, '2026-03-10', 'America/New_York')).toEqual(both);
  await foldSales(database.db);
  expect(await topOf(seller, '2026-03-10', 'America/New_York')).toEqual(both);
  expect(await topOf(buyer, '2026-03-10')).toEqual(later);
  await expectOrdersAddUp(database.sql);
});

test.skipIf(IS_SHORT)(
  'parallel folds, deliveries, cancellations and moves to another timezone lose no line and count none twice',
  async () => {
    const orders = await Promise.all(
      Array.from({ length: 40 }, (_, n) => place(n % 2, 1 + (n % 5), `2026-04-0${1 + (n % 9)}T07:30:00Z`)),
    );
    const canceled = await Promise.all(
      orders.map((_, n) => place(n % 2, 7, `2026-04-0${1 + (n % 9)}T07:30:00Z`)),
    );
    const zones = ['America/New_York', 'America/Denver', 'America/Los_Angeles'];
    await Promise.all([
      ...orders.map((id) => move(id, 'delivered')),
      ...canceled.map((id) => move(id, 'cancelled')),
      ...Array.from({ length: 10 }, () => foldSales(database.db)),
      ...zones.map((zone) => database.sql`update entities set timezone = ${zone} where id = ${seller.id}`),
    ]);
    await expectOrdersAddUp(database.sql);
    await foldSales(database.db);
    await expectOrdersAddUp(database.sql);
    const sold = await topOf(seller, '2026-03-01');
    expect(sold.reduce((sum, { units }) => sum + units, 0)).toBe(120);
  },
);

test.skipIf(IS_SHORT)(
  'a window has the sales of its days: before and after folds, while it begins too early, and once moved on',
  async () => {
    const today = new Date();
    const dayOf = (back: number) => new Date(today.getTime() - back * 86_400_000);
    const start = dateIn('America/Los_Angeles', dayOf(6));
    const check = async () => {
      const kept = await topOfWindow(database.db, seller.id, 7, start, 'America/Los_Angeles');
      expect([...kept]).toEqual([
        ...(await topProducts(database.db, seller.id, start, 'America/Los_Angeles')),
      ]);
      await expectOrdersAddUp(database.sql);
      return kept.map(({ units }) => units);
    };
    for (let back = 0; back < 12; back++) {
      await place(back % 2, 1 + back, dayOf(back).toISOString(), 'delivered');
    }
    expect(await windowOf(database.db, seller.id, 7, start)).toHaveLength(0);
    await foldSales(database.db);
    expect(await windowOf(database.db, seller.id, 7, start)).toHaveLength(1);
    expect(await check()).toEqual([16, 12]);
    const open = await place(1, 50, today.toISOString());
    expect(await check()).toEqual([62, 16]);
    await move(open, 'delivered');
    await place(0, 40, dayOf(8).toISOString(), 'delivered');
    await foldSales(database.db);
    expect(await check()).toEqual([62, 16]);
    await database.sql`update sales_windows set start = start - 3 where entity_id = ${seller.id} and days = 7`;
    await database.sql`delete from product_windows where entity_id = ${seller.id} and days = 7`;
    await database.sql`
    insert into product_windows (entity_id, days, product_id, side, units, cents)
    select entity_id, 7, product_id, side, sum(units), sum(cents) from product_sales
    where entity_id = ${seller.id} and day >= ${start}::date - 3 group by 1, 3, 4`;
    expect(await check()).toEqual([62, 16]);
    await foldSales(database.db);
    expect(await check()).toEqual([62, 16]);
    const [moved] = await windowOf(database.db, seller.id, 7, start);
    expect(moved?.start).toBe(start);
    await database.sql`update product_windows set units = units + 1 where entity_id = ${seller.id} and days = 7`;
    const { stdout } = await verifyLedgerOn(database.db);
    expect(stdout).toContain(`${seller.id} sales of ${products[1]?.id} in 7 days: units 63, counted 62`);
    await database.sql`update product_windows set units = units - 1 where entity_id = ${seller.id} and days = 7`;
  },
);

test('a window moves on by what its own business traded, beside others that bought the same product', async () => {
  const today = new Date();
  const dayOf = (back: number) => new Date(today.getTime() - back * 86_400_000);
  const start = dateIn('America/Los_Angeles', dayOf(6));
  const other = (await createPair(database.db, database.sql)).buyer;
  const bought = [
    [buyer, 5],
    [other, 7],
  ] as const;
  for (const [by, units] of bought) {
    await place(0, units, dayOf(0).toISOString(), 'delivered', by);
    await place(0, units + 1, dayOf(8).toISOString(), 'delivered', by);
  }
  await foldSales(database.db);
  const ids = bought.map(([{ id }]) => id);
  await database.sql`update sales_windows set start = start - 3 where entity_id = any(${ids}) and days = 7`;
  await database.sql`
    update product_windows t set units = s.units, cents = s.cents from (
      select entity_id, product_id, side, sum(units) as units, sum(cents) as cents from product_sales group by 1, 2, 3) s
    where t.entity_id = any(${ids}) and t.days = 7 and s.entity_id = t.entity_id and s.product_id = t.product_id and s.side = t.side`;
  await foldSales(database.db);
  for (const [{ id }, units] of bought) {
    expect(await windowOf(database.db, id, 7, start)).toMatchObject([{ start }]);
    const kept = await topOfWindow(database.db, id, 7, start, 'America/Los_Angeles');
    expect(kept.map((row) => row.units)).toEqual([units]);
  }
  await expectOrdersAddUp(database.sql);
});

test('a fold waits for no business that is locked: its sales and windows stay for the next one', async () => {
  const start = dateIn('America/Los_Angeles', new Date(Date.now() - 6 * 86_400_000));
  await place(0, 3, new Date().toISOString());
  const waiting = async () => [
    ...(await database.sql`select entity_id from sales_changes union all select seller_id from variant_sale_changes`),
  ];
  const startOf = async ({ id }: Business) =>
    (await windowOf(database.db, id, 7, start)).map((window) => window.start);
  await database.sql.begin(async (tx) => {
    await tx`select from entities where id = ${seller.id} for no key update`;
    await foldSales(database.db);
    expect(await waiting()).toEqual([{ entity_id: seller.id }, { entity_id: seller.id }]);
    await database.sql`
      insert into sales_windows (entity_id, days, start) values (${seller.id}, 7, ${start}::date - 1)
      on conflict (entity_id, days) do update set start = excluded.start`;
    await database.sql`
      insert into product_sales (entity_id, day, product_id, side, units, cents)
      values (${seller.id}, ${start}::date - 1, ${products[0]?.id ?? ''}, 'selling', 0, 0)`;
    await foldSales(database.db);
    expect(await startOf(seller)).not.toEqual([start]);
    expect(await startOf(buyer)).toEqual([start]);
  });
  await database.sql`delete from product_sales where entity_id = ${seller.id} and units = 0`;
  await expectOrdersAddUp(database.sql);
  await foldSales(database.db);
  expect(await waiting()).toEqual([]);
  expect(await startOf(seller)).toEqual([start]);
  await expectOrdersAddUp(database.sql);
});

test('reads every row of a report at once for an export, and a page of it otherwise', async () => {
  await place(0, 1, '2026-04-10T20:00:00Z');
  await place(1, 2, '2026-04-10T20:00:00Z');
  const actor = { ...OWNER, entity: { ...OWNER.entity, id: seller.id, type: seller.type } };
  const query = {
    range: 'custom',
    start_date: '2026-04-01',
    end_date: '2026-04-30',
    page: 1,
    limit: 1,
  } as const;
  const rowsOf = async (allRows?: true) =>
    (await getSalesReport({ db: database.db, actor, allRows }, query)).data.map(({ units }) => units);
  expect(await rowsOf()).toEqual([2]);
  expect(await rowsOf(true)).toEqual([2, 1]);
});

test('verify-ledger names sales that are not the sum of their lines', async () => {
  await place(0, 2, '2026-05-10T20:00:00Z', 'delivered');
  await foldSales(database.db);
  expect((await verifyLedgerOn(database.db)).code).toBe(0);
  await database.sql`update product_sales set units = 7 where entity_id = ${seller.id}`;
  const { code, stdout } = await verifyLedgerOn(database.db);
  expect(code).toBe(1);
  expect(stdout).toContain(`${seller.id} sales of ${products[0]?.id} on 2026-05-10: units 7, counted 2`);
  await database.sql`update purchases set lines = 3 where entity_id = ${buyer.id}`;
  await database.sql`update variant_sales set cents = 1 where seller_id = ${seller.id}`;
  const again = await verifyLedgerOn(database.db);
  expect(again.stdout).toContain(
    `${seller.id} sales of ${products[0]?.variantId} to ${buyer.id} on 2026-05-10: units 2, counted 2, or their value`,
  );
  expect(again.stdout).toContain(`${buyer.id} purchases of ${products[0]?.variantId}: lines 3, counted 1`);
});
