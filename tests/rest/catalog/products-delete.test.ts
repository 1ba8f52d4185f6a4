import { beforeAll, describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createCoa, createProduct, createStock } from '../../factories/catalog';
import { type OrderBody, openTrade, type ProductBody, placeOrderIn, type Trade } from '../../factories/trade';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { IS_FULL, IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const RACES = IS_FULL ? 40 : 12;
const { db, sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const remove = (id: string) => trade.seller.delete(`/api/v1/products/${id}`);
/** The trade with a product of its own, so many units of it in stock. */
async function tradeIn(quantity: number): Promise<Trade> {
  const product = await createProduct(db, trade.wholesaler);
  const stockId = await createStock(db, trade.wholesaler, product.variantId, quantity);
  return { ...trade, product, stockId };
}

describe('DELETE /api/v1/products/{id}', () => {
  test('deletes it for every business (204), and once only (404)', async () => {
    const { product } = await tradeIn(0);
    const { status, text } = await remove(product.id);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    for (const client of [trade.seller, trade.buyer]) {
      expectAbsent(await client.get(`/api/v1/products/${product.id}`));
      const { body } = await client.get<{ data: ProductBody[] }>('/api/v1/products?limit=500');
      expect(body.data.map(({ id }) => id)).not.toContain(product.id);
    }
    expectAbsent(await remove(product.id));
    expectAbsent(await trade.seller.patch(`/api/v1/products/${product.id}`, { name: 'x' }));
    const variants = `/api/v1/products/${product.id}/variants`;
    expectAbsent(await trade.seller.post(variants, { name: 'x', sku: 'x', price: 1 }));
    expectAbsent(await trade.seller.patch(`${variants}/${product.variantId}`, { price: 1 }));
  });

  test('keeps its rows in the database and adds an audit row', async () => {
    const { product } = await tradeIn(0);
    await remove(product.id);
    const [row] = await sql`select name, deleted_at from products where id = ${product.id}`;
    expect(row).toEqual({ name: product.name, deleted_at: expect.any(String) });
    const rows =
      await sql`select action, before ->> 'name' as name, after from audit_log where object_id = ${product.id}`;
    expect(rows).toEqual([{ action: 'product.deleted', name: product.name, after: null }]);
  });

  test.each(['pending', 'accepted', 'preparing', 'shipped'] as const)(
    'rejects it while an order that is %s contains it (409)',
    async (status) => {
      const own = await tradeIn(10);
      await placeOrderIn(own, status);
      expect(expectError(await remove(own.product.id), 'CONFLICT')).toEqual({
        reason: 'open_orders',
        open_orders: 1,
      });
      expect((await trade.seller.get(`/api/v1/products/${own.product.id}`)).status).toBe(200);
    },
  );

  test.each(['delivered', 'cancelled'] as const)(
    'deletes it once its orders are %s, which read as before (204)',
    async (status) => {
      const own = await tradeIn(10);
      const order = await placeOrderIn(own, status);
      expect((await remove(own.product.id)).status).toBe(204);
      for (const client of [trade.buyer, trade.seller]) {
        expect((await client.get<OrderBody>(`/api/v1/orders/${order.id}`)).body).toEqual(order);
      }
    },
  );

  test('keeps its stock until it is used up, then lists it no more (204)', async () => {
    const { product, stockId } = await tradeIn(5);
    expect((await remove(product.id)).status).toBe(204);
    const listed = async () =>
      (await trade.seller.get<{ data: unknown[] }>(`/api/v1/inventory?product_id=${product.id}`)).body.data;
    expect(await listed()).toMatchObject([{ id: stockId, product_name: product.name, quantity: 5 }]);
    const take = { quantity_change: -5, reason_code: 'DAMAGE' };
    expect((await trade.seller.patch(`/api/v1/inventory/${stockId}`, take)).body).toMatchObject({
      quantity: 0,
    });
    expect(await listed()).toEqual([]);
    // What became of it can still be read.
    expect((await trade.seller.get(`/api/v1/inventory/${stockId}/movements`)).status).toBe(200);
  });

  test.skipIf(IS_SHORT)(
    'lets a retailer that received it read it and its certificates, outside of lists',
    async () => {
      const own = await tradeIn(10);
      await createCoa(db, trade.wholesaler, own.product.id);
      await placeOrderIn(own, 'delivered');
      const path = `/api/v1/products/${own.product.id}`;
      const before = (await trade.buyer.get<ProductBody>(path)).body;
      expect(before.deleted_at).toBeNull();
      expect((await remove(own.product.id)).status).toBe(204);
      const { body } = await trade.buyer.get<ProductBody>(path);
      expect(body).toEqual({
        ...before,
        updated_at: expect.any(String),
        deleted_at: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      expect(body.variants).toHaveLength(1);
      expect((await trade.buyer.get(`${path}/coa`)).status).toBe(200);
      expect((await trade.buyer.get(`${path}/variants/${own.product.variantId}`)).status).toBe(200);
      const listed = await trade.buyer.get<{ data: ProductBody[] }>('/api/v1/products?limit=500');
      expect(listed.body.data.map(({ id }) => id)).not.toContain(own.product.id);

      const [item] = (
        await trade.buyer.get<{ data: { id: string; quantity: number }[] }>(
          `/api/v1/inventory?product_id=${own.product.id}`,
        )
      ).body.data;
      const sold = { quantity_change: -(item?.quantity ?? 0), reason_code: 'SALE' };
      expect((await trade.buyer.patch(`/api/v1/inventory/${item?.id}`, sold)).status).toBe(200);
      expect((await trade.buyer.get(path)).status).toBe(200);
    },
  );

  test('lets its owner read but not change it while units are left', async () => {
    const { product, stockId } = await tradeIn(2);
    const path = `/api/v1/products/${product.id}`;
    await remove(product.id);
    expect((await trade.seller.get<ProductBody>(path)).body.deleted_at).not.toBeNull();
    expectAbsent(await trade.seller.patch(path, { name: 'x' }));
    expectAbsent(await remove(product.id));
    await trade.seller.patch(`/api/v1/inventory/${stockId}`, { quantity_change: -2, reason_code: 'DAMAGE' });
    expectAbsent(await trade.seller.get(path));
  });

  test('hides it from a connected business that never held it (404)', async () => {
    const { product } = await tradeIn(5);
    expect((await trade.buyer.get(`/api/v1/products/${product.id}`)).status).toBe(200);
    await remove(product.id);
    expectAbsent(await trade.buyer.get(`/api/v1/products/${product.id}`));
  });

  test('frees its SKU', async () => {
    const { product } = await tradeIn(3);
    const sku = product.variants[0]?.sku;
    const again = () =>
      trade.seller.post('/api/v1/products', {
        name: 'Again',
        category: 'flower',
        variants: [{ name: 'x', sku, price: 1 }],
      });
    expectError(await again(), 'CONFLICT');
    await remove(product.id);
    expect((await again()).status).toBe(201);
    expectError(await again(), 'CONFLICT');
  });

  test('rejects an order of it (404)', async () => {
    const { product } = await tradeIn(5);
    await remove(product.id);
    const items = [{ product_id: product.id, quantity: 1 }];
    expectAbsent(await trade.buyer.post('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items }));
  });

  test.each([ABSENT_ID, ...MALFORMED_IDS])('rejects %s (404)', async (id) => {
    expectAbsent(await remove(id));
  });

  test("rejects a product that the caller sees but doesn't own (404)", async () => {
    expectAbsent(await trade.buyer.delete(`/api/v1/products/${trade.product.id}`));
  });

  test('rejects a manager and a viewer (403), and an unknown key (400)', async () => {
    const { product } = await tradeIn(0);
    for (const role of ['manager', 'viewer'] as const) {
      const member = await stage.signIn(await createMember(db, trade.wholesaler, role));
      expectError(await member.delete(`/api/v1/products/${product.id}`), 'FORBIDDEN');
    }
    expectInvalid(await trade.seller.delete(`/api/v1/products/${product.id}?force=true`), 'force');
    expectInvalid(
      await trade.seller.delete(`/api/v1/products/${product.id}`, { body: { force: true } }),
      'force',
    );
  });

  test(`either deletes it or orders it in ${RACES} races, never both`, async () => {
    for (let i = 0; i < RACES; i++) {
      const { product } = await tradeIn(5);
      const items = [{ product_id: product.id, quantity: 1 }];
      const order = () => trade.buyer.post('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items });
      const calls = i % 2 ? [order(), remove(product.id)] : [remove(product.id), order()];
      const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
      expect([
        [201, 409],
        [204, 404],
      ]).toContainEqual(statuses);
    }
  });

  test('deletes once for 10 parallel requests (204), the others 404', async () => {
    const { product } = await tradeIn(0);
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(product.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)]);
  });
});
