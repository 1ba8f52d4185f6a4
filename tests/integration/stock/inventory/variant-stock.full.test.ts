import { expect, test } from 'vitest';
import { VARIANT_STOCK } from '../../../../server/features/inventory/totals/rollups.sql';
import { foldStockTotals } from '../../../../server/features/inventory/totals/totals';
import { createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { configurePos, connectPos, sync } from '../../../factories/pos';
import { openTransfers } from '../../../factories/transfer';
import { onDatabase, runCli, verifyLedgerOn } from '../../../setup/cli';
import { type Client, ok } from '../../../setup/client';
import { expectStockAddsUp } from '../../../setup/invariants';
import { openOwnStage } from '../../../setup/stage';

const stage = await openOwnStage();
const { db, sql } = stage;
const { trade, here, there, line, transfer } = await openTransfers(stage);
const { seller, wholesaler } = trade;
const limited = await stage.signIn(await createMember(db, wholesaler, 'manager', [here]));

/** Units and value in dollars, by brand: each product here is a brand of its own. */
type Held = Record<string, [units: number, value: number]>;

async function reported(client: Client): Promise<Held> {
  const { data } = ok(
    await client.get<{ data: { name: string; on_hand: number; value: number }[] }>(
      '/api/v1/reports/sell-through?by=brand&limit=200',
    ),
  );
  return Object.fromEntries(
    data
      .filter(({ on_hand }) => on_hand > 0)
      .map(({ name, on_hand, value }) => [name, [on_hand, value]] as const),
  );
}

async function counted(locationIds: readonly string[]): Promise<Held> {
  const rows = await sql<{ brand: string; units: number; value: number }[]>`
    select coalesce(p.brand, 'No brand') as brand, sum(i.quantity)::int as units,
      round(sum(i.quantity * i.average_cost), 2)::float8 as value
    from inventory_items i join products p on p.id = i.product_id
    where i.entity_id = ${wholesaler.id} and i.location_id = any(${locationIds}::uuid[]) and i.quantity > 0 group by 1`;
  return Object.fromEntries(rows.map(({ brand, units, value }) => [brand, [units, value]] as const));
}

/** What the report says is what the stock has, before a fold and after it. */
async function expectHeld() {
  for (const fold of [false, true]) {
    if (fold) await foldStockTotals(db);
    expect(await reported(seller)).toEqual(await counted([here, there]));
    expect(await reported(limited)).toEqual(await counted([here]));
    expect(await VARIANT_STOCK.find(db)).toEqual([]);
  }
}

let number = 0;
async function stocked(quantity: number, locationId = here) {
  const { variantId, variants } = await createProduct(db, wholesaler, { brand: `Brand ${++number}` });
  const id = await createStock(db, wholesaler, variantId, quantity, { locationId });
  await sql`update inventory_items set average_cost = ${1.2345 * number} where id = ${id}`;
  return { id, variantId, sku: variants[0]?.sku ?? '' };
}
const adjust = (id: string, quantity_change: number, reason_code = 'ADJUSTMENT') =>
  seller.patch(`/api/v1/inventory/${id}`, { quantity_change, reason_code });

test('kept stock of a variant follows adjustments, sales, new costs and empty rows', async () => {
  const [a, b, c] = [await stocked(40), await stocked(7), await stocked(5, there)];
  await stocked(0);
  await expectHeld();
  ok(await adjust(a.id, 3));
  ok(await adjust(a.id, -5, 'SALE'));
  ok(await adjust(b.id, -7, 'SALE'));
  await sql`update inventory_items set average_cost = 2.5 where id = ${c.id}`;
  await expectHeld();
});

test('and transfers between rooms and locations, which change what a limited member has', async () => {
  const { id } = await stocked(40);
  ok(await transfer([line(id, 12)]));
  await expectHeld();
  const before = await reported(limited);
  ok(await transfer([line(id, 8, { to_location_id: there })]));
  await expectHeld();
  expect(await reported(limited)).not.toEqual(before);
});

test('and counts of a POS, which open rows with units and costs', async () => {
  const [a, b] = [await stocked(10), await stocked(0)];
  const connection = await connectPos(db, wholesaler);
  await configurePos(db, connection, {
    stock: [
      { sku: a.sku, quantity: 4, unit_cost_cents: 333 },
      { sku: b.sku, quantity: 9, unit_cost_cents: 125 },
    ],
  });
  expect((await sync(seller, here)).status).toBe('completed');
  await expectHeld();
  // Several rows of one statement, with units and without.
  await sql`
    insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku, quantity, average_cost)
    select uuidv7(), entity_id, ${there}, r, product_id, product_name, variant_id, sku, units, 3.5 from inventory_items
      cross join (values ('secret_menu', 6), ('quarantine', 0)) n (r, units) where id in ${sql([a.id, b.id])}`;
  await expectHeld();
  // No ledger has moved them: they leave as they came, with their levels.
  await sql`update inventory_items set quantity = 0 where location_id = ${there} and room_type = 'secret_menu'`;
  await sql`
    update stock_levels set quantity = quantity - 6, worth = worth - 21 where location_id = ${there} and sku in ${sql([a.sku, b.sku])}`;
  await expectHeld();
});

test('moves beside folds lose nothing', async () => {
  const items = [await stocked(50), await stocked(50, there)];
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      n % 5 === 0
        ? foldStockTotals(db)
        : adjust((items[n % 2] as { id: string }).id, n % 3 === 0 ? 2 : -1).then(ok),
    ),
  );
  await expectHeld();
  await expectStockAddsUp(sql);
});

test('verify-ledger finds what has drifted, and rebuild repairs it', async () => {
  const { variantId } = await stocked(6);
  const { variantId: lost } = await stocked(2);
  await foldStockTotals(db);
  await sql`update variant_stock set units = units + 3 where variant_id = ${variantId}`;
  await sql`delete from variant_stock where variant_id = ${lost}`;
  const { code, stdout } = await verifyLedgerOn(db);
  expect(code).toBe(1);
  expect(stdout.trimEnd().split('\n').slice(0, -1).sort()).toEqual(
    [
      `${variantId} at all locations: units 9, counted 6, or what they are worth`,
      `${lost} at all locations: units 0, counted 2, or what they are worth`,
    ].sort(),
  );
  await runCli(onDatabase(stage.url), 'rebuild', '--only', 'variant_stock');
  await expectHeld();
});
