import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { ReorderList } from '../../../server/features/market/schema';
import { lastDays } from '../../../server/kernel/clock';
import { createBusiness, createMember } from '../../factories/business';
import { createStock } from '../../factories/catalog';
import { type ItemBody, openTrade, placeOrder } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

const PATH = '/api/v1/market/reorder';
const reorder = async (client: Client, query = '') =>
  ok(await client.get<z.infer<typeof ReorderList>>(`${PATH}${query}`));

async function openShop() {
  const trade = await openTrade(stage, { quantity: 500, retailer: { lowStockThreshold: 10 } });
  const { retailer, product, buyer } = trade;
  const stock = (quantity: number) =>
    createStock(db, retailer, product.variantId, quantity, { roomType: 'sales_floor' });
  const sell = async (id: string, units: number) =>
    ok(
      await buyer.patch<ItemBody>(`/api/v1/inventory/${id}`, {
        quantity_change: -units,
        reason_code: 'SALE',
      }),
    );
  return { ...trade, stock, sell };
}

test('suggests what was sold in 30 days, at least the threshold, less what is there and on its way', async () => {
  const shop = await openShop();
  const { buyer, wholesaler, product } = shop;
  const floor = await shop.stock(60);
  expect((await reorder(buyer)).data).toEqual([]);
  await shop.sell(floor, 56);
  expect(await reorder(buyer)).toMatchObject({
    data: [
      {
        supplier: { id: wholesaler.id },
        location: { id: shop.retailer.locationIds[0] },
        variant_id: product.variantId,
        available_quantity: 500,
        sellable_quantity: 4,
        low_stock_threshold: 10,
        sold_30_days: 56,
        incoming_quantity: 0,
        suggested_quantity: 52,
      },
    ],
    pagination: { total: 1, has_more: false },
  });
  await placeOrder(shop, 30);
  expect((await reorder(buyer)).data).toMatchObject([{ incoming_quantity: 30, suggested_quantity: 22 }]);
  await placeOrder(shop, 30);
  expect((await reorder(buyer)).data).toMatchObject([{ incoming_quantity: 60, suggested_quantity: 0 }]);
});

test.skipIf(IS_SHORT).each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'counts what was sold in 30 calendar days of the business’s timezone, today included (%s)',
  async (timezone) => {
    const shop = await openShop();
    await sql`update entities set timezone = ${timezone} where id = ${shop.retailer.id}`;
    const floor = await shop.stock(60);
    const { since } = lastDays(timezone, 30);
    const sales = [
      { units: 20, at: since },
      { units: 35, at: new Date(Date.parse(since) - 1000).toISOString() },
    ];
    for (const { units, at } of sales) {
      await shop.sell(floor, units);
      await sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`update inventory_movements set created_at = ${at} where item_id = ${floor} and delta = ${-units}`;
      });
    }
    expect((await reorder(shop.buyer)).data).toMatchObject([{ sold_30_days: 20, suggested_quantity: 15 }]);
  },
);

test('a variant that nothing was sold of is filled up to the threshold', async () => {
  const shop = await openShop();
  await shop.stock(3);
  expect((await reorder(shop.buyer)).data).toMatchObject([{ sold_30_days: 0, suggested_quantity: 7 }]);
});

test('filters by location and supplier, and shows limited members their locations', async () => {
  const shop = await openShop();
  await shop.stock(3);
  const { buyer, wholesaler, retailer } = shop;
  const other = await createBusiness(db, 'wholesaler');
  expect(
    (await reorder(buyer, `?supplier_id=${wholesaler.id}&location_id=${retailer.locationIds[0]}`)).data,
  ).toHaveLength(1);
  expect((await reorder(buyer, `?supplier_id=${other.id}`)).data).toEqual([]);
  const limited = await stage.signIn(await createMember(db, retailer, 'manager', []));
  expect((await reorder(limited)).data).toEqual([]);
});

test.skipIf(IS_SHORT)(
  'leaves out suppliers whose connection has ended, and is empty for a wholesaler without any',
  async () => {
    const shop = await openShop();
    await shop.stock(3);
    const { data } = ok(await shop.buyer.get<{ data: { id: string }[] }>('/api/v1/entity/connections'));
    await shop.buyer.delete(`/api/v1/entity/connections/${data[0]?.id}`);
    expect((await reorder(shop.buyer)).data).toEqual([]);
    expect((await reorder(shop.seller)).data).toEqual([]);
  },
);
