import { beforeAll, describe, expect, test } from 'vitest';
import { createProduct, createStock, type TestProduct } from '../../factories/catalog';
import { type OrderBody, openTrade, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectAbsent, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
let trade: Trade;
let second: TestProduct;
beforeAll(async () => {
  trade = await openTrade(stage, { prices: [1000, 2500] });
  second = await createProduct(db, trade.wholesaler);
  await createStock(db, trade.wholesaler, second.variantId, 50);
  await createStock(db, trade.wholesaler, trade.product.variants[1]?.id ?? '', 50);
});

const order = (items: object[]) =>
  trade.buyer.post<OrderBody>('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items });
const skuOf = (product: TestProduct, at = 0) => product.variants[at]?.sku ?? '';

describe('a line that names a SKU', () => {
  test('orders that variant, and merges lines of one variant however they name it', async () => {
    const { items } = ok(
      await order([
        { sku: skuOf(trade.product, 1), quantity: 2 },
        { product_id: second.id, quantity: 3 },
        { sku: skuOf(second), quantity: 4 },
      ]),
    );
    expect(items.map(({ variant_id, quantity, unit_price }) => [variant_id, quantity, unit_price])).toEqual([
      [trade.product.variants[1]?.id, 2, 25],
      [second.variantId, 7, 10],
    ]);
  });

  test('can be added to a pending order', async () => {
    const { id } = ok(await order([{ product_id: second.id, quantity: 1 }]));
    const { items } = ok(
      await trade.buyer.post<OrderBody>(`/api/v1/orders/${id}/items`, {
        sku: skuOf(trade.product),
        quantity: 2,
      }),
    );
    expect(items.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      [skuOf(second), 1],
      [skuOf(trade.product), 2],
    ]);
  });

  test('is rejected for an unknown SKU and one of another business (404)', async () => {
    const foreign = await openTrade(stage);
    expectAbsent(await order([{ sku: 'NO-SUCH-SKU', quantity: 1 }]));
    expectAbsent(await order([{ sku: `${skuOf(second)}x`, quantity: 1 }]));
    const theirs = {
      wholesaler_id: trade.wholesaler.id,
      items: [{ sku: skuOf(foreign.product), quantity: 1 }],
    };
    expectAbsent(
      await foreign.buyer.post('/api/v1/orders', { ...theirs, wholesaler_id: foreign.retailer.id }),
    );
    expectAbsent(await trade.buyer.post('/api/v1/orders', theirs));
  });

  test('is rejected with ids beside it and without any of them (400)', async () => {
    expectInvalid(await order([{ sku: skuOf(second), product_id: second.id, quantity: 1 }]), 'items[0].sku');
    expectInvalid(await order([{ quantity: 1 }]), 'items[0].product_id');
    expectInvalid(await order([{ variant_id: second.variantId, quantity: 1 }]), 'items[0].product_id');
    const { id } = ok(await order([{ product_id: second.id, quantity: 1 }]));
    expectInvalid(await trade.buyer.post(`/api/v1/orders/${id}/items`, { quantity: 1 }), 'product_id');
  });
});
