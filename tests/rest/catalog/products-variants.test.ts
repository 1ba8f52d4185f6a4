import { beforeAll, describe, expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade, type ProductBody, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, MALFORMED_IDS } from '../../setup/expect';
import { IS_FULL } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const RACES = IS_FULL ? 20 : 8;
const { db } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const addressOf = (productId: string, variantId: string) =>
  `/api/v1/products/${productId}/variants/${variantId}`;
/** The trade with a product of two variants, so many units of the first in stock. */
async function tradeIn(quantity: number) {
  const product = await createProduct(db, trade.wholesaler, { prices: [1000, 2000] });
  const stockId = await createStock(db, trade.wholesaler, product.variantId, quantity);
  const [first, second] = product.variants.map(({ id }) => addressOf(product.id, id)) as [string, string];
  return { ...trade, product, stockId, first, second };
}

describe('GET /api/v1/products/{id}/variants/{variant_id}', () => {
  test('returns the variant as in its product, to every business that sees the product', async () => {
    const { product, second } = await tradeIn(0);
    const { body } = await trade.buyer.get<ProductBody>(`/api/v1/products/${product.id}`);
    expect((await trade.buyer.get(second)).body).toEqual(body.variants[1]);
  });

  test.each([ABSENT_ID, ...MALFORMED_IDS])("rejects %s, and another product's variant (404)", async (id) => {
    const [one, other] = [await tradeIn(0), await tradeIn(0)];
    expectAbsent(await trade.seller.get(addressOf(one.product.id, id)));
    expectAbsent(await trade.seller.get(addressOf(one.product.id, other.product.variantId)));
  });
});

describe('DELETE /api/v1/products/{id}/variants/{variant_id}', () => {
  test('removes a variant without stock from the product and the inventory list; the next one is the default (204)', async () => {
    const { product, first, stockId } = await tradeIn(3);
    const path = `/api/v1/products/${product.id}`;
    const before = ok(await trade.seller.get<ProductBody>(path));
    expect(before.default_variant_id).toBe(product.variants[0]?.id);
    ok(
      await trade.seller.patch(`/api/v1/inventory/${stockId}`, { quantity_change: -3, reason_code: 'SALE' }),
    );
    expect((await trade.seller.delete(first)).status).toBe(204);
    expectAbsent(await trade.seller.get(first));
    expectAbsent(await trade.seller.delete(first));
    const after = ok(await trade.seller.get<ProductBody>(path));
    expect(after).toEqual({
      ...before,
      updated_at: expect.any(String),
      variants: before.variants.slice(1),
      default_variant_id: product.variants[1]?.id,
    });
    const listed = ok(
      await trade.seller.get<{ data: unknown[] }>(`/api/v1/inventory?product_id=${product.id}`),
    );
    expect(listed.data).toEqual([]);
    const snapshot = ok(
      await trade.seller.get<{ data: { id: string }[] }>('/api/v1/inventory/snapshot?limit=500'),
    );
    expect(snapshot.data.map(({ id }) => id)).not.toContain(stockId);
    const back = { quantity_change: 1, reason_code: 'RETURN' };
    expect((await trade.seller.patch(`/api/v1/inventory/${stockId}`, back)).status).not.toBe(200);
    const sku = before.variants[0]?.sku;
    expect((await trade.seller.post(`${path}/variants`, { name: 'x', sku, price: 1 })).status).toBe(201);
  });

  test('leaves the others before what is added later, by its own address or with the product (201)', async () => {
    const product = await createProduct(db, trade.wholesaler, { prices: [1000, 2000, 3000] });
    const path = `/api/v1/products/${product.id}`;
    const [gone, also, kept] = product.variants.map(({ id }) => id);
    for (const id of [gone, also]) await trade.seller.delete(addressOf(product.id, id ?? ''));
    const added = { price: 1 };
    const fourth = { ...added, name: 'Fourth', sku: `4-${product.id}` };
    expect((await trade.seller.post(`${path}/variants`, fourth)).status).toBe(201);
    const variants = [{ ...added, name: 'Fifth', sku: `5-${product.id}` }];
    const after = ok(await trade.seller.patch<ProductBody>(path, { variants }));
    expect(after.default_variant_id).toBe(kept);
    expect(after.variants.map(({ name }) => name).slice(1)).toEqual(['Fourth', 'Fifth']);
  });

  test('rejects a variant with stock, with the number of units, and changes nothing (409)', async () => {
    const { first } = await tradeIn(5);
    expect(expectError(await trade.seller.delete(first), 'CONFLICT')).toEqual({ reason: 'stock', units: 5 });
    expect((await trade.seller.get(first)).status).toBe(200);
  });

  test.each(['pending', 'accepted', 'preparing', 'shipped'] as const)(
    'rejects it while an order that is %s contains it (409), but not another variant',
    async (status) => {
      const own = await tradeIn(5);
      await placeOrderIn(own, status);
      expect(expectError(await trade.seller.delete(own.first), 'CONFLICT')).toEqual({
        reason: 'open_orders',
        open_orders: 1,
      });
      expect((await trade.seller.delete(own.second)).status).toBe(204);
    },
  );

  test("rejects a business that doesn't own the product (404)", async () => {
    const { second } = await tradeIn(0);
    expectAbsent(await trade.buyer.delete(second));
  });

  test(`either deletes it or orders it in ${RACES} races, never both`, async () => {
    for (let i = 0; i < RACES; i++) {
      const { product, first, stockId } = await tradeIn(1);
      const items = [{ product_id: product.id, variant_id: product.variantId, quantity: 1 }];
      const order = () => trade.buyer.post('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items });
      const sell = { quantity_change: -1, reason_code: 'SALE' };
      const goes = () =>
        trade.seller
          .patch(`/api/v1/inventory/${stockId}`, sell)
          .then(() => trade.seller.delete(first))
          .then(({ status }) => status);
      const [placed, gone] = await Promise.all([order().then(({ status }) => status), goes()]);
      expect([
        [201, 409],
        [409, 204],
        [404, 204],
      ]).toContainEqual([placed, gone]);
    }
  });
});
