import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Business, createBusiness } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { onDatabase, runCli, verifyLedgerOn } from '../../../setup/cli';
import { openTestDatabase, type TestDatabase } from '../../../setup/database';
import { IS_SHORT } from '../../../setup/full';

let database: TestDatabase;
let shop: Business;
beforeAll(async () => {
  database = await openTestDatabase();
  shop = await createBusiness(database.db, 'retailer');
});
afterAll(() => database.close());

/** As the command does, without the second that its start takes. */
async function verify() {
  const { code, stdout } = await verifyLedgerOn(database.db);
  return { code, lines: stdout.trimEnd().split('\n') };
}

async function verifyWith(env: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await runCli(env, 'verify-ledger', ...args);
  return { code, lines: stdout.trimEnd().split('\n'), stderr };
}

async function stock(quantity: number): Promise<{ id: string; sku: string }> {
  const { variants, variantId } = await createProduct(database.db, shop);
  const id = await createStock(database.db, shop, variantId, quantity);
  return { id, sku: variants[0]?.sku ?? '' };
}

test('a database without stock: exit code 0', async () => {
  expect(await verifyWith(onDatabase(database.url))).toEqual({
    code: 0,
    lines: ['0 balances, 0 ledger rows: no differences'],
    stderr: '',
  });
});

test('balances that are the sums of their ledgers: exit code 0', async () => {
  for (const quantity of [0, 5, 40]) await stock(quantity);
  expect(await verify()).toMatchObject({ code: 0, lines: ['3 balances, 2 ledger rows: no differences'] });
});

test('each difference is a line: a balance, a reservation, a running balance, a stock level; exit code 1', async () => {
  const { sql } = database;
  const [quantity, reserved, chain] = [await stock(10), await stock(20), await stock(30)];
  await sql`update inventory_items set quantity = quantity + 2 where id = ${quantity.id}`;
  await sql`update inventory_items set reserved_quantity = 3 where id = ${reserved.id}`;
  const [row] = await sql.begin(async (tx) => {
    await tx`alter table inventory_movements disable trigger inventory_movements_append_only`;
    const changed = await tx`
      update inventory_movements set quantity_after = 31 where item_id = ${chain.id} returning id`;
    await tx`alter table inventory_movements enable trigger inventory_movements_append_only`;
    return changed;
  });
  expect(await verify()).toEqual({
    code: 1,
    lines: [
      `${quantity.id} ${quantity.sku}: balance 12, ledger 10`,
      `${reserved.id} ${reserved.sku}: reserved balance 3, ledger 0`,
      `${chain.id} ${chain.sku}: 1 ledger row does not follow from the one before, the first is ${row?.id}`,
      `${shop.locationIds[0]} ${quantity.sku}: stock level 10, rooms 12`,
      `${shop.locationIds[0]} ${reserved.sku}: stock level 20, rooms 17`,
      '6 balances, 5 ledger rows: 5 differences',
    ],
  });
});

test.skipIf(IS_SHORT)(
  'of many differences a hundred are shown and all are counted, over more items than are read at once',
  async () => {
    const { sql } = database;
    const { variantId } = await createProduct(database.db, shop);
    await sql`
    with places as (
      insert into locations (id, entity_id, name, street, city, state, zip)
      select gen_random_uuid(), ${shop.id}, 'Place', 'x', 'x', 'CA', 'x' from generate_series(1, 4100) returning id
    )
    insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku, quantity)
    select gen_random_uuid(), ${shop.id}, l.id, 'vault', p.id, p.name, v.id, v.sku, 7
    from places l cross join product_variants v join products p on p.id = v.product_id where v.id = ${variantId}`;
    const { code, lines } = await verify();
    expect(code).toBe(1);
    expect(lines).toHaveLength(102);
    expect(lines.slice(-2)).toEqual(['and 4,005 more', '4,106 balances, 5 ledger rows: 4,105 differences']);
  },
);

test.skipIf(IS_SHORT)('an argument that does not belong: exit code 2', async () => {
  const { code, stderr } = await verifyWith(onDatabase(database.url), '--fix');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^verify-ledger: Unknown option '--fix'/);
});

test.skipIf(IS_SHORT)('a data folder that is not there is no success, and is not made', async () => {
  const folder = join(tmpdir(), `tallyleaf-nowhere-${process.pid}`);
  const { code, stderr } = await verifyWith({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(stderr).toBe(`verify-ledger: there is no data folder ${folder}\n`);
  expect(existsSync(folder)).toBe(false);
});
