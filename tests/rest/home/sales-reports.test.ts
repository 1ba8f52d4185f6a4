import { describe, expect, test } from 'vitest';
import { foldSales } from '../../../server/features/orders/figures/totals';
import type { BatchAges } from '../../../server/features/reports/batch-ages/schema';
import type { ProductFigures, ProductSales } from '../../../server/features/reports/products/schema';
import type { SalesReport, SalesTrend } from '../../../server/features/reports/sales/schema';
import type { SellThroughReport } from '../../../server/features/reports/sell-through/schema';
import { dateIn } from '../../../server/kernel/clock';
import { createKey, withKey } from '../../factories/api-key';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { createLot } from '../../factories/lots';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/reports/sales';
const report = async (client: Client, query = '') => ok(await client.get<SalesReport>(`${PATH}?${query}`));
/** A pair of businesses: what was sold of the product, which costs $4.00, at a moment. */
const openSold = async () => {
  const trade = await openTrade(stage, { quantity: 500 });
  await sql`update inventory_items set average_cost = 4 where entity_id = ${trade.wholesaler.id}`;
  const sell = async (quantity: number, placedAt?: string) => {
    const order = await placeOrderIn(trade, 'pending', quantity);
    if (placedAt) await sql`update orders set created_at = ${placedAt} where id = ${order.id}`;
    return order;
  };
  return { ...trade, sell };
};

describe('sales of a business', () => {
  test('are those of each group, for both sides, before and after they are folded in (200)', async () => {
    const { seller, buyer, sell, wholesaler, retailer, product } = await openSold();
    const order = await sell(3);
    const canceled = await sell(5);
    ok(await buyer.post(`/api/v1/orders/${canceled.id}/cancel`, { reason: 'x' }));
    const value = order.subtotal;
    for (const fold of [async () => {}, () => foldSales(db)]) {
      await fold();
      for (const [by, name] of [
        ['customer', retailer.name],
        ['product', order.items[0]?.product_name],
        ['representative', 'No representative'],
      ] as const) {
        const { totals, data, pagination } = await report(seller, `by=${by}`);
        expect(data).toMatchObject([{ name, units: 3, value, previous_value: null }]);
        expect(totals).toMatchObject({ units: 3, value });
        expect(pagination.total).toBe(1);
      }
      const [variant] = (await report(seller, 'by=variant')).data;
      expect(variant).toMatchObject({
        id: product.variantId,
        cost: 12,
        margin: Math.round((value - 12) * 100) / 100,
      });
      const [supplier] = (await report(buyer, 'by=supplier')).data;
      expect(supplier).toMatchObject({ id: wholesaler.id, units: 3, value, cost: null });
      expect((await report(buyer, 'by=category')).data).toMatchObject([{ id: null, units: 3 }]);
      for (const by of ['product', 'category', 'customer', 'representative']) {
        const ofPartner = await report(seller, `by=${by}&partner_id=${retailer.id}`);
        expect(ofPartner.totals).toMatchObject({ units: 3, value });
        expect((await report(seller, `by=${by}&partner_id=${wholesaler.id}`)).data).toEqual([]);
      }
      const bought = await report(buyer, `by=supplier&partner_id=${wholesaler.id}`);
      expect(bought.data).toMatchObject([{ id: wholesaler.id, units: 3 }]);
      expect((await report(buyer, `partner_id=${retailer.id}`)).data).toEqual([]);
    }
    ok(await seller.patch(`/api/v1/orders/${order.id}/items/${order.items[0]?.id}`, { quantity: 1 }));
    expect((await report(seller, 'by=brand')).totals.units).toBe(1);
  });

  test.skipIf(IS_SHORT)(
    'count on the day of placing in the seller’s timezone, within a range and beside another',
    async () => {
      const { seller, sell, wholesaler } = await openSold();
      await sql`update entities set timezone = 'America/Los_Angeles' where id = ${wholesaler.id}`;
      // 11 PM on April 30 where the seller is.
      await sell(2, '2025-05-01T06:00:00Z');
      await sell(7, '2025-06-15T20:00:00Z');
      await sell(4, '2024-06-15T20:00:00Z');
      const of = async (query: string) => {
        const { totals, compared_with } = await report(seller, query);
        return { ...totals, compared_with };
      };
      for (const fold of [async () => {}, () => foldSales(db)]) {
        await fold();
        for (const by of ['product', 'customer', 'category']) {
          const custom = (start: string, end: string) => `by=${by}&start_date=${start}&end_date=${end}`;
          expect(await of(custom('2025-05-01', '2025-05-31'))).toMatchObject({ units: 0 });
          expect(await of(custom('2025-04-30', '2025-06-14'))).toMatchObject({ units: 2 });
          expect(await of(custom('2025-01-01', '2025-12-31'))).toMatchObject({ units: 9 });
          expect(await of(custom('2024-12-31', '2025-06-15'))).toMatchObject({ units: 9 });
          expect(await of(`${custom('2025-06-01', '2025-06-30')}&compare=last_year`)).toMatchObject({
            units: 7,
            previous_units: 4,
            compared_with: { start: '2024-06-01', end: '2024-06-30' },
          });
          expect(await of(`${custom('2025-05-01', '2025-06-15')}&compare=previous_period`)).toMatchObject({
            units: 7,
            previous_units: 2,
            compared_with: { start: '2025-03-16', end: '2025-04-30' },
          });
        }
      }
      const year = 'start_date=2025-01-01&end_date=2025-12-31&compare=last_year';
      const trend = ok(await seller.get<SalesTrend>(`${PATH}/trend?${year}`));
      expect(trend.step).toBe('month');
      expect(trend.points.map(({ units }) => units)).toEqual([0, 0, 0, 2, 0, 7, 0, 0, 0, 0, 0, 0]);
      expect(trend.points[5]).toMatchObject({ start: '2025-06-01', previous_units: 4 });
    },
  );

  test.skipIf(IS_SHORT)(
    'of a product are its buyers’ and weeks of 90 days, and 30 days of a page of products',
    async () => {
      const { seller, buyer, sell, retailer, product } = await openSold();
      const path = `/api/v1/reports/products/${product.id}/sales`;
      const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
      const order = await sell(3);
      await sell(4, daysAgo(40));
      await sell(5, daysAgo(100));
      const canceled = await sell(6);
      ok(await buyer.post(`/api/v1/orders/${canceled.id}/cancel`, { reason: 'x' }));
      for (const fold of [async () => {}, () => foldSales(db)]) {
        await fold();
        const sales = ok(await seller.get<ProductSales>(path));
        expect(sales).toMatchObject({ units: 7, pagination: { total: 1 } });
        expect(sales.data).toMatchObject([
          { id: retailer.id, name: retailer.name, units: 7, value: sales.value },
        ]);
        expect(sales.weeks).toHaveLength(13);
        expect(sales.weeks[0]?.start).toBe(sales.period.start);
        expect(sales.weeks.reduce((sum, { units }) => sum + units, 0)).toBe(7);
        expect(sales.weeks.at(-1)).toMatchObject({ units: 3, value: order.subtotal });
        const { data } = ok(
          await seller.get<ProductFigures>(`/api/v1/reports/products?ids=${ABSENT_ID},${product.id}`),
        );
        expect(data).toMatchObject([
          {
            ...{ product_id: product.id, on_hand: 500, sellable: 500 - 12, sold_30_days: 3 },
            variants: [{ variant_id: product.variantId, sellable: 500 - 12, sold_30_days: 3 }],
          },
        ]);
      }
      expect(ok(await seller.get<ProductSales>(`${path}?page=9`))).toMatchObject({
        ...{ units: 7, data: [], pagination: { page: 9, total: 1, has_more: false } },
      });
      expect(ok(await buyer.get<ProductSales>(path))).toMatchObject({ units: 0, data: [] });
      const spellings = `${product.id.toUpperCase()},${product.id}`;
      const once = ok(await seller.get<ProductFigures>(`/api/v1/reports/products?ids=${spellings}`));
      expect(once.data.map(({ product_id }) => product_id)).toEqual([product.id]);
      expectInvalid(await seller.get('/api/v1/reports/products?ids=x'), 'ids');
      const key = withKey(stage.server.url, (await createKey(seller)).secret);
      const figures = ok(await key.get<ProductFigures>(`/api/v1/reports/products?ids=${product.id}`));
      expect(figures.data[0]?.sold_30_days).toBeNull();
    },
  );

  test.skipIf(IS_SHORT)(
    'stay with the representative that the buyer had when the order was placed',
    async () => {
      const { seller, sell, wholesaler, retailer } = await openSold();
      const second = await createMember(db, wholesaler, 'manager');
      const represent = async (representative_id: string) =>
        ok(await seller.patch(`/api/v1/customers/${retailer.id}`, { representative_id }));
      const first = seller.tokens?.user.id ?? '';
      await represent(first);
      await sell(2);
      await represent(second.id);
      await sell(1);
      for (const fold of [async () => {}, () => foldSales(db)]) {
        await fold();
        const { data } = await report(seller, 'by=representative');
        expect(data).toMatchObject([
          { id: first, units: 2 },
          { id: second.id, units: 1 },
        ]);
      }
    },
  );

  test('are exported as CSV, and their costs hidden from a key that may not read inventory', async () => {
    const { seller, sell } = await openSold();
    await sell(2);
    const csv = await seller.get(`${PATH}?by=variant&format=csv`);
    expect(csv.text.split('\r\n')[0]).toContain('id,name,sku,units,value');
    expect(csv.text.trim().split('\r\n')).toHaveLength(2);
    const { secret } = await createKey(seller, { permissions: ['read:orders'] });
    const [row] = (await report(withKey(stage.server.url, secret), 'by=variant')).data;
    expect(row).toMatchObject({ units: 2, cost: null, margin: null });
  });

  test.each([
    ['by=customer&side=buying', 'by'],
    ['by=color', 'by'],
    ['start_date=2026-01-01', 'end_date'],
    ['range=custom', 'start_date'],
    ['range=last_year&start_date=2026-01-01', 'start_date'],
    ['start_date=2026-02-01&end_date=2026-01-01', 'end_date'],
    ['start_date=2024-01-01&end_date=2026-01-01', 'end_date'],
  ])('rejects %s (400)', async (query, path) => {
    const { seller } = await openTrade(stage);
    expectInvalid(await seller.get(`${PATH}?${query}`), path);
  });
});

test('sell-through and the ages of batches are those of the member’s locations', async () => {
  const { seller, wholesaler, product, stockId, ...trade } = await openTrade(stage, {
    quantity: 100,
    wholesaler: { locationCount: 2 },
  });
  const [, there] = wholesaler.locationIds as unknown as [string, string];
  await createStock(db, wholesaler, product.variantId, 20, { locationId: there });
  await sql`update inventory_items set average_cost = 2.5 where entity_id = ${wholesaler.id}`;
  await placeOrderIn({ ...trade, seller, wholesaler, product, stockId }, 'delivered', 40);
  const pace = '/api/v1/reports/sell-through?range=last_7_days';
  const { data } = ok(await seller.get<SellThroughReport>(pace));
  // 40 sold, 80 left: a third; two weeks more at that pace.
  expect(data).toMatchObject([
    { id: product.id, sold_units: 40, on_hand: 80, value: 200, sell_through: 33.3, days_of_supply: 14 },
  ]);
  await createLot(seller, stockId, 'AGE-1', 30);
  const zone = 'America/Los_Angeles';
  await sql`update batches set packaged_on = ${dateIn(zone, new Date(Date.now() - 70 * 86_400_000))} where batch_id = 'AGE-1'`;
  const ages = '/api/v1/reports/batch-ages';
  expect(ok(await seller.get<BatchAges>(ages)).ages[2]).toEqual({
    from_days: 61,
    to_days: 90,
    batches: 1,
    units: 30,
    unit: null,
    step: null,
    amount: 30,
    value: 75,
  });
  const viewer = await stage.signIn(await createMember(db, wholesaler, 'viewer', [there]));
  const own = ok(await viewer.get<SellThroughReport>(pace)).data;
  expect(own).toMatchObject([{ sold_units: 0, on_hand: 20, sell_through: 0, days_of_supply: null }]);
  expect(ok(await viewer.get<BatchAges>(ages)).ages.every(({ units }) => units === 0)).toBe(true);
});

test.skipIf(IS_SHORT)(
  'sell-through groups goods of others, too, for all locations and for some',
  async () => {
    const [shop, supplier] = await Promise.all([
      createBusiness(db, 'retailer', { locationCount: 2 }),
      createBusiness(db, 'wholesaler'),
    ]);
    const [here, there] = shop.locationIds as unknown as [string, string];
    const [own, theirs] = await Promise.all([createProduct(db, shop), createProduct(db, supplier)]);
    await sql`update products set brand = 'Their brand', category = 'edibles' where id = ${theirs.id}`;
    await sql`update products set brand = null, category = 'vapes' where id = ${own.id}`;
    await createStock(db, shop, own.variantId, 5, { locationId: here });
    await createStock(db, shop, theirs.variantId, 7, { locationId: here });
    await createStock(db, shop, theirs.variantId, 20, { locationId: there });
    await sql`update inventory_items set average_cost = 2 where entity_id = ${shop.id}`;
    const readers = [
      [await stage.signIn(await createMember(db, shop, 'owner')), 27],
      [await stage.signIn(await createMember(db, shop, 'viewer', [here])), 7],
    ] as const;
    const keys = { product: [theirs.id, own.id], variant: [theirs.variantId, own.variantId] };
    for (const [reader, units] of readers) {
      for (const by of ['product', 'variant', 'brand', 'category'] as const) {
        const { data } = ok(
          await reader.get<SellThroughReport>(`/api/v1/reports/sell-through?by=${by}&sort=-on_hand`),
        );
        const figures = data.map(({ on_hand, value }) => [on_hand, value]);
        expect({ by, figures }).toEqual({ by, figures: [units, 5].map((held) => [held, held * 2]) });
        if (by === 'brand') expect(data.map(({ name }) => name)).toEqual(['Their brand', 'No brand']);
        else if (by === 'category') expect(data.map(({ name }) => name)).toEqual(['edibles', 'vapes']);
        else expect(data.map(({ id }) => id)).toEqual(keys[by]);
      }
    }
  },
);

test('periods at both ends of the calendar have figures (200)', async () => {
  const trade = await openTrade(stage);
  await sql`update entities set timezone = 'Pacific/Kiritimati' where id = ${trade.wholesaler.id}`;
  const { seller } = trade;
  const days = [
    ['0001-01-01', '0001-01-03'],
    ['0001-01-05', '0001-12-31'],
    ['0050-01-01', '0050-12-31'],
    ['9999-06-01', '9999-12-31'],
    ['9999-12-31', '9999-12-31'],
  ] as const;
  for (const [start, end] of days) {
    const range = `start_date=${start}&end_date=${end}`;
    for (const compare of ['last_year', 'previous_period']) {
      const query = `${range}&compare=${compare}`;
      expect(await report(seller, query)).toMatchObject({ period: { start, end }, data: [] });
      const { points } = ok(await seller.get<SalesTrend>(`${PATH}/trend?${query}`));
      expect(points.at(0)?.start).toBe(start);
      expect(points.length).toBeLessThanOrEqual(92);
    }
    ok(await seller.get<SellThroughReport>(`/api/v1/reports/sell-through?${range}`));
  }
  const { points } = ok(
    await seller.get<SalesTrend>(`${PATH}/trend?start_date=0050-01-01&end_date=0050-12-31`),
  );
  expect(points).toHaveLength(12);
});
