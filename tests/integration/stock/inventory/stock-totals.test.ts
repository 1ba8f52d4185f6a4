import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldStockTotals } from '../../../../server/features/inventory/totals/totals';
import { countItems, countLevels } from '../../../../server/features/inventory/totals/totals.sql';
import { OWNER } from '../../../../server/platform/db/samples';
import { type Business, createBusiness } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { verifyLedgerOn } from '../../../setup/cli';
import { openTestDatabase, type TestDatabase } from '../../../setup/database';
import { expectStockAddsUp } from '../../../setup/invariants';

let database: TestDatabase;
let shop: Business;
let other: Business;
beforeAll(async () => {
  database = await openTestDatabase();
  shop = await createBusiness(database.db, 'retailer');
  other = await createBusiness(database.db, 'retailer');
  for (const business of [shop, other]) {
    for (const quantity of [0, 5, 40]) {
      const { variantId } = await createProduct(database.db, business);
      await createStock(database.db, business, variantId, quantity);
    }
  }
});
afterAll(() => database.close());

const viewerOf = (business: Business, locationIds: string[] | null = null) => ({
  entity: { ...OWNER.entity, id: business.id },
  locationIds,
});
const totalOf = async (business: Business, filter = {}) => {
  const [items] = await countItems(database.db, viewerOf(business), filter);
  const [levels] = await countLevels(database.db, viewerOf(business), filter);
  return { items: items?.total, levels: levels?.total };
};

test('kept totals are exact before, between and after folds, and count one business', async () => {
  expect(await totalOf(shop)).toEqual({ items: 3, levels: 3 });
  await foldStockTotals(database.db);
  expect(await database.sql`select count(*)::int as n from stock_changes`).toEqual([{ n: 0 }]);
  expect(await totalOf(shop)).toEqual({ items: 3, levels: 3 });
  const { variantId } = await createProduct(database.db, shop);
  await createStock(database.db, shop, variantId, 7);
  expect(await totalOf(shop)).toEqual({ items: 4, levels: 4 });
  await expectStockAddsUp(database.sql);
  await foldStockTotals(database.db);
  expect(await totalOf(shop)).toEqual({ items: 4, levels: 4 });
  expect(await totalOf(other)).toEqual({ items: 3, levels: 3 });
  await expectStockAddsUp(database.sql);
});

test('kept totals are limited to a room, a location and the reach of a member', async () => {
  const [items] = await database.sql<{ location: string; room: string }[]>`
    select location_id as location, room_type as room from inventory_items where entity_id = ${other.id} limit 1`;
  const location_id = items?.location ?? '';
  expect(await totalOf(other, { location_id, room_type: items?.room })).toEqual({ items: 3, levels: 3 });
  expect(await totalOf(other, { room_type: 'quarantine' })).toEqual({ items: 0, levels: 0 });
  expect(await totalOf(shop, { location_id })).toEqual({ items: 0, levels: 0 });
  const [limited] = await countItems(database.db, viewerOf(other, []), {});
  expect(limited?.total).toBe(0);
});

test('kept totals of a category follow a product, also while its stock is opened or folded in', async () => {
  const { db, sql } = database;
  const business = await createBusiness(db, 'retailer');
  const product = await createProduct(db, business, { category: 'flower' });
  await createStock(db, business, product.variantId, 5);
  const inCategory = async (category: string) => totalOf(business, { category });
  expect(await inCategory('flower')).toEqual({ items: 1, levels: 1 });
  let opened: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    await tx`update products set category = 'edibles' where id = ${product.id}`;
    opened = createStock(db, business, product.variantId, 3, { roomType: 'quarantine' });
    await Promise.all([foldStockTotals(db), delay(100)]);
  });
  await opened;
  expect(await inCategory('flower')).toEqual({ items: 0, levels: 0 });
  expect(await inCategory('edibles')).toEqual({ items: 2, levels: 1 });
  expect(await totalOf(business, { category: 'edibles', room_type: 'quarantine' })).toEqual({
    items: 1,
    levels: 1,
  });
  await expectStockAddsUp(sql);
  await foldStockTotals(db);
  expect(await inCategory('edibles')).toEqual({ items: 2, levels: 1 });
  await sql`update product_variants set deleted_at = now() where id = ${product.variantId}`;
  await sql`update inventory_items set quantity = 0 where entity_id = ${business.id}`;
  expect((await inCategory('edibles')).items).toBe(0);
});

test('rows of a deleted variant count only while they hold units', async () => {
  const before = await totalOf(other);
  await database.sql`
    update product_variants set deleted_at = now() where id in (
      select variant_id from inventory_items where entity_id = ${other.id} and quantity in (0, 5))`;
  expect(await totalOf(other)).toEqual({ items: (before.items ?? 0) - 1, levels: (before.levels ?? 0) - 1 });
});

test('parallel folds and movements lose no change', async () => {
  const move = () => database.sql`
    update inventory_items set quantity = quantity + 1, average_cost = average_cost + 0.1 where entity_id = ${shop.id}`;
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 4 === 0 ? foldStockTotals(database.db) : move())),
  );
  await foldStockTotals(database.db);
  const wrong = await database.sql`
    select * from (select entity_id, sum(units) as units, sum(worth) as worth from stock_totals group by 1) t
    join (select entity_id, sum(quantity) as units, sum(quantity * average_cost) as worth from inventory_items group by 1) i
      using (entity_id) where (t.units, t.worth) is distinct from (i.units, i.worth)`;
  expect(wrong).toEqual([]);
});

test('verify-ledger names a total that is not the sum of its stock', async () => {
  await database.sql`update stock_totals set units = units + 1 where entity_id = ${other.id} and room_type <> 'any'`;
  const { code, stdout } = await verifyLedgerOn(database.db);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^[0-9a-f-]{36} vault: total 3, counted 3, or their units or value$/m);
});

test('verify-ledger names sales and worth that are not those of the ledger and the stock', async () => {
  await database.sql`
    insert into stock_flows (entity_id, location_id, room_type, moved_at, worth, sold_units, sold_worth)
    select entity_id, location_id, room_type, '2026-01-01T12:15:00Z', 7, 3, 0 from stock_totals
    where entity_id = ${other.id} and room_type <> 'any'`;
  const { code, stdout } = await verifyLedgerOn(database.db);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^[0-9a-f-]{36} vault: sales of 2026-01-01 12:15:00\+00 3, counted 0, or what stock was worth$/m,
  );
  // What stock is worth less than its flows is taken for a change of now.
  expect(stdout).toMatch(/^[0-9a-f-]{36} vault: sales of \S+ \S+ 0, counted 0, or what stock was worth$/m);
});
