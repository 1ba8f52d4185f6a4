import { afterAll, beforeEach, expect, test } from 'vitest';
import { foldStockTotals } from '../../../../server/features/inventory/totals/totals';
import {
  countAllOffers,
  countInStock,
  countOffers,
  countOutOfStock,
  OFFERS,
  offerConditions,
} from '../../../../server/features/market/queries.sql';
import type { Business } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { createPair } from '../../../factories/placed';
import { verifyLedgerOn } from '../../../setup/cli';
import { openTestDatabase } from '../../../setup/database';

const database = await openTestDatabase();
afterAll(() => database.close());
let seller: Business;
let buyer: Business;
beforeEach(async () => {
  ({ seller, buyer } = await createPair(database.db, database.sql));
});

/** What is kept, which has to be what is counted offer by offer. @returns those in stock, and those out of stock */
async function counts(): Promise<[number, number]> {
  const { db } = database;
  const total = async (rows: PromiseLike<ReadonlyArray<{ total: number }>>) => (await rows)[0]?.total ?? -1;
  const counted = (in_stock: boolean) =>
    total(
      countOffers(
        db,
        OFFERS,
        offerConditions(seller.id, { sellerId: seller.id, buyerId: buyer.id }, { in_stock }),
      ),
    );
  const kept: [number, number] = [
    await total(countInStock(db, seller.id)),
    await total(countOutOfStock(db, seller.id)),
  ];
  expect(kept).toEqual([await counted(true), await counted(false)]);
  expect(kept[0] + kept[1]).toBe(await total(countAllOffers(db, seller.id)));
  return kept;
}

const setLevel = (variantId: string, available: number, blocked: number) => database.sql`
  update stock_levels set available = ${available}, blocked = ${blocked} where variant_id = ${variantId}`;

test('counts variants that some location can sell, before, between and after folds', async () => {
  const { db } = database;
  const [first, second, third] = [
    await createProduct(db, seller),
    await createProduct(db, seller, { prices: [1, 2] }),
    await createProduct(db, seller),
  ];
  expect(await counts()).toEqual([0, 4]);
  for (const fold of [async () => {}, () => foldStockTotals(db)]) {
    await createStock(db, seller, first.variantId, 5);
    await createStock(db, seller, second.variantId, 5);
    expect(await counts()).toEqual([2, 2]);
    await fold();
    await setLevel(first.variantId, 0, 0);
    expect(await counts()).toEqual([1, 3]);
    await fold();
    await setLevel(second.variantId, 5, 5);
    expect(await counts()).toEqual([0, 4]);
    await fold();
    await setLevel(first.variantId, 1, 0);
    await setLevel(second.variantId, 5, 4);
    expect(await counts()).toEqual([2, 2]);
    await fold();
  }
  expect(await database.sql`select * from variant_changes`).toEqual([]);
  await createStock(db, buyer, third.variantId, 5);
  expect(await counts()).toEqual([2, 2]);
  await database.sql`delete from stock_levels where variant_id = ${first.variantId}`;
  expect(await counts()).toEqual([1, 3]);
});

test('leaves out what is no longer sold, with its units', async () => {
  const { db, sql } = database;
  const [kept, inactive, deleted, ofVariant] = await Promise.all(
    Array.from({ length: 4 }, () => createProduct(db, seller)),
  );
  for (const product of [kept, inactive, deleted, ofVariant]) {
    await createStock(db, seller, product?.variantId ?? '', 5);
  }
  expect(await counts()).toEqual([4, 0]);
  await foldStockTotals(db);
  await sql`update products set active = false where id = ${inactive?.id ?? ''}`;
  expect(await counts()).toEqual([3, 0]);
  await sql`update products set deleted_at = now() where id = ${deleted?.id ?? ''}`;
  await sql`update product_variants set deleted_at = now() where id in (${deleted?.variantId ?? ''}, ${ofVariant?.variantId ?? ''})`;
  expect(await counts()).toEqual([1, 0]);
  await setLevel(kept?.variantId ?? '', 0, 0);
  expect(await counts()).toEqual([0, 1]);
});

test('parallel folds and movements lose no change', async () => {
  const { db } = database;
  const made = await Promise.all(Array.from({ length: 10 }, () => createProduct(db, seller)));
  await Promise.all(made.map(({ variantId }) => createStock(db, seller, variantId, 5)));
  await Promise.all(
    made.flatMap(({ variantId }, n) => [
      setLevel(variantId, 0, 0),
      foldStockTotals(db),
      setLevel(variantId, n % 3, 0),
    ]),
  );
  await foldStockTotals(db);
  await counts();
});

test('verify-ledger names a variant whose locations are miscounted', async () => {
  const { variantId } = await createProduct(database.db, seller);
  await createStock(database.db, seller, variantId, 5);
  await foldStockTotals(database.db);
  await database.sql`update variants_in_stock set levels = 3 where variant_id = ${variantId}`;
  const { code, stdout } = await verifyLedgerOn(database.db);
  expect(code).toBe(1);
  expect(stdout).toContain(`${variantId} locations with units to sell: total 3, counted 1`);
});
