import { afterAll, expect, test } from 'vitest';
import {
  countAllOffers,
  countOffers,
  OFFERS,
  offerConditions,
  offersPage,
} from '../../../../server/features/market/queries.sql';
import { CATALOG_SORTS } from '../../../../server/features/market/schema';
import { createBusiness } from '../../../factories/business';
import { createProduct } from '../../../factories/catalog';
import { openTestDatabase } from '../../../setup/database';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

test('the kept number of offers is that of the active products’ variants after any change', async () => {
  const [seller, other] = [await createBusiness(db, 'wholesaler'), await createBusiness(db, 'wholesaler')];
  for (const business of [seller, other]) {
    for (let n = 0; n < 12; n++) await createProduct(db, business, { prices: Array(n % 4).fill(100) });
  }
  const changes = [
    () =>
      sql`update products set active = not active where id = (select id from products order by random() limit 1)`,
    () => sql`
      update product_variants set deleted_at = now()
      where id = (select id from product_variants where deleted_at is null order by random() limit 1)`,
    () => sql`
      update products set deleted_at = now()
      where id = (select id from products where deleted_at is null order by random() limit 1)`,
    () => createProduct(db, seller, { prices: [100, 200] }),
  ];
  for (let step = 0; step < 60; step++) {
    await changes[step % changes.length]?.();
    for (const { id } of [seller, other]) {
      const [[kept], [counted]] = await Promise.all([
        countAllOffers(db, id),
        countOffers(db, OFFERS, offerConditions(id, { sellerId: id, buyerId: id }, {})),
      ]);
      expect(kept).toEqual(counted);
    }
  }
});

test.each(CATALOG_SORTS.flatMap((sort) => [sort, `-${sort}`] as const))(
  'offers by %s are the same whichever end their pages are read from',
  async (sort) => {
    const seller = await createBusiness(db, 'wholesaler');
    for (let n = 0; n < 9; n++) {
      await createProduct(db, seller, {
        name: `Same ${n % 4}`,
        brand: n % 3 === 0 ? null : `Brand ${n % 2}`,
        category: n % 2 ? 'flower' : 'edibles',
        prices: [100 + (n % 3), 100],
      });
    }
    const where = offerConditions(seller.id, { sellerId: seller.id, buyerId: seller.id }, {});
    const read = async (limit: number, skipped: number, backward: boolean) =>
      [...(await offersPage(db, OFFERS, where, { sort, rows: { limit, skipped, backward } }))].map(
        (row) => row.variant_id,
      );
    const all = await read(18, 0, false);
    expect(new Set(all).size).toBe(18);
    for (const skipped of [0, 5, 13]) {
      expect(await read(5, 18 - skipped - 5, true)).toEqual(all.slice(skipped, skipped + 5));
      expect(await read(5, skipped, false)).toEqual(all.slice(skipped, skipped + 5));
    }
    const rows = await offersPage(db, OFFERS, where, {
      sort,
      rows: { limit: 18, skipped: 12, backward: false },
    });
    if (sort.endsWith('brand')) expect(rows.map((row) => row.brand)).toEqual(Array(6).fill(null));
  },
);
