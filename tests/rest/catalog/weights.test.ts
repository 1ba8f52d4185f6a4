import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ItemBody,
  type OrderBody,
  openTrade,
  type ProductBody,
  type Trade,
} from '../../factories/trade';
import { createWeighed } from '../../factories/weights';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage, { prices: [1000] });
});

const place = (items: object[], fields: object = {}) =>
  trade.buyer.post<OrderBody>('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items, ...fields });

describe('an order by weight', () => {
  test.skipIf(IS_SHORT)(
    'costs 15,425.00 for 12.34 lb at 1,250.00, and 439.38 for 0.37 lb at 1,187.50',
    async () => {
      const [bulk, smalls] = [
        await createWeighed(trade, { unit: 'lb', step: 0.01, price: 1250, steps: 5000 }),
        await createWeighed(trade, { unit: 'lb', step: 0.01, price: 1187.5, steps: 5000 }),
      ];
      const items = [
        { product_id: bulk.productId, amount: 12.34 },
        { product_id: smalls.productId, amount: 0.37 },
      ];
      const quoted = ok(
        await trade.buyer.post<{ lines: object[]; total: number }>('/api/v1/orders/quote', {
          wholesaler_id: trade.wholesaler.id,
          items,
        }),
      );
      const order = ok(await place(items));
      const lines = [
        { quantity: 1234, amount: 12.34, unit: 'lb', step: 0.01, unit_price: 1250, total: 15_425 },
        { quantity: 37, amount: 0.37, unit: 'lb', step: 0.01, unit_price: 1187.5, total: 439.38 },
      ];
      expect(order).toMatchObject({ items: lines, subtotal: 15_864.38 });
      expect(quoted).toMatchObject({ lines, subtotal: 15_864.38 });
      const [row] =
        await stage.sql`select unit, step from order_items where order_id = ${order.id} order by position`;
      expect(row).toEqual({ unit: 'lb', step: 100 });
    },
  );

  test('rounds each line once: three variants of 0.1 g at 4.15 make 1.26', async () => {
    const goods = await Promise.all(
      [1, 2, 3].map(() => createWeighed(trade, { unit: 'g', step: 0.1, price: 4.15, steps: 10 })),
    );
    const order = ok(await place(goods.map(({ productId }) => ({ product_id: productId, amount: 0.1 }))));
    expect(order).toMatchObject({
      subtotal: 1.26,
      items: [1, 2, 3].map(() => ({ quantity: 1, total: 0.42 })),
    });
  });

  test('shows the ladder of what is on backorder by amount', async () => {
    const { variantId } = await createWeighed(trade, { unit: 'lb', step: 0.01, price: 1250 });
    const { data } = ok(
      await trade.buyer.post<{ data: object[] }>('/api/v1/backorders', {
        wholesaler_id: trade.wholesaler.id,
        items: [{ variant_id: variantId, amount: 2.5 }],
      }),
    );
    const ladder = [{ min_amount: 0.01, unit_price: 1250 }];
    expect(data).toMatchObject([{ quantity: 250, amount: 2.5, unit: 'lb', ladder }]);
  });

  test('takes amounts of goods sold each as well, and shows both', async () => {
    const order = ok(await place([{ product_id: trade.product.id, amount: 3 }]));
    expect(order.items).toMatchObject([{ quantity: 3, amount: 3, unit: null, step: null, total: 30 }]);
  });

  test('rejects amounts off the step, beside a quantity, and neither (400)', async () => {
    const { productId: product_id } = await createWeighed(trade, {
      unit: 'lb',
      step: 0.01,
      price: 10,
      steps: 2000,
    });
    expectInvalid(await place([{ product_id, amount: 12.345 }]), 'items[0].amount', 'off_step');
    expectInvalid(
      await place([{ product_id: trade.product.id, amount: 1.5 }]),
      'items[0].amount',
      'off_step',
    );
    expectInvalid(await place([{ product_id, amount: 1, quantity: 100 }]), 'items[0].amount', 'ambiguous');
    expectInvalid(await place([{ product_id }]), 'items[0].quantity', 'required');
  });

  test('gives the last 0.37 lb to one of two buyers', async () => {
    const { productId: product_id } = await createWeighed(trade, {
      unit: 'lb',
      step: 0.01,
      price: 1000,
      steps: 37,
    });
    const results = await Promise.all([1, 2, 3].map(() => place([{ product_id, amount: 0.37 }])));
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await expectStockAddsUp(stage.sql);
  });
});

describe('a variant sold by weight', () => {
  const variantAt = (productId: string, variantId: string) =>
    `/api/v1/products/${productId}/variants/${variantId}`;

  test('shows in what it is sold, which can change until there is stock (409)', async () => {
    const { productId, variantId, stockId } = await createWeighed(trade, {
      unit: 'lb',
      step: 0.01,
      price: 1250,
    });
    const path = variantAt(productId, variantId);
    expect(ok(await trade.seller.get(path))).toMatchObject({ sold_by: 'weight', unit: 'lb', step: 0.01 });
    expect(ok(await trade.seller.patch(path, { unit: 'g', step: 0.5 }))).toMatchObject({
      unit: 'g',
      step: 0.5,
    });
    expect(ok(await trade.seller.patch(path, { sold_by: 'unit' }))).toMatchObject({
      sold_by: 'unit',
      unit: null,
      step: null,
    });
    expect(ok(await trade.seller.patch(path, { unit: 'kg', step: 0.001 }))).toMatchObject({
      sold_by: 'weight',
    });
    ok(
      await trade.seller.patch(`/api/v1/inventory/${stockId}`, { quantity_change: 1, reason_code: 'AUDIT' }),
    );
    expect(ok(await trade.seller.patch(path, { sold_by: 'weight', unit: 'kg', price: 9 }))).toMatchObject({
      price: 9,
    });
    const used = { reason: 'has_stock', variant_id: variantId };
    for (const change of [{ step: 0.01 }, { unit: 'g' }, { sold_by: 'unit' }]) {
      expect(expectError(await trade.seller.patch(path, change), 'CONFLICT')).toEqual(used);
    }
    const variants = [{ id: variantId, step: 0.01 }];
    expect(
      expectError(await trade.seller.patch(`/api/v1/products/${productId}`, { variants }), 'CONFLICT'),
    ).toEqual(used);
  });

  test.each([
    ['step', 'required', { sold_by: 'weight', unit: 'lb' }],
    ['unit', 'required', { sold_by: 'weight', step: 1 }],
    ['unit', 'ambiguous', { sold_by: 'unit', unit: 'lb', step: 1 }],
    ['step', 'too_many_decimals', { sold_by: 'weight', unit: 'lb', step: 0.01234 }],
  ])('rejects %s: %s (400)', async (field, code, sold) => {
    const variant = { name: 'Bulk', sku: 'BULK-X', price: 1, ...sold };
    const body = { name: 'Bulk', category: 'flower', variants: [variant] };
    expectInvalid(await trade.seller.post('/api/v1/products', body), `variants[0].${field}`, code);
  });
});

test.skipIf(IS_SHORT)(
  'values stock at quantity × step × cost, half up to the cent, wherever it is summed',
  async () => {
    const own = await openTrade(stage, { prices: [100], quantity: 0 });
    const bulk = await createWeighed(own, { unit: 'lb', step: 0.01, price: 1187.5, steps: 100 });
    const items = [{ product_id: bulk.productId, amount: 0.37 }];
    const { id } = ok(
      await own.buyer.post<OrderBody>('/api/v1/orders', { wholesaler_id: own.wholesaler.id, items }),
    );
    for (const status of ['accepted', 'preparing', 'shipped', 'delivered']) {
      ok(await own.seller.patch(`/api/v1/orders/${id}/status`, { status }));
    }
    const { data } = ok(await own.buyer.get<{ data: ItemBody[] }>('/api/v1/inventory'));
    expect(data).toMatchObject([
      { quantity: 37, amount: 0.37, unit: 'lb', step: 0.01, unit_cost: 1187.5, average_cost: 1187.5 },
    ]);
    const levels = ok(await own.buyer.get<{ data: object[] }>('/api/v1/inventory/levels'));
    expect(levels.data).toMatchObject([{ quantity: 37, amount: 0.37, average_cost: 1187.5, value: 439.38 }]);
    const { inventory } = ok(await own.buyer.get<{ inventory: { value: number } }>('/api/v1/overview'));
    expect(inventory.value).toBe(439.38);
    const ledger = ok(await own.buyer.get<{ data: object[] }>(`/api/v1/inventory/${data[0]?.id}/movements`));
    expect(ledger.data).toMatchObject([
      { delta: 37, amount: 0.37, quantity_after: 37, amount_after: 0.37, unit: 'lb' },
    ]);
    const { data: sold } = ok(await own.seller.get<{ data: ProductBody[] }>('/api/v1/inventory'));
    expect(sold[0]).toMatchObject({ quantity: 63 });
    await expectStockAddsUp(stage.sql);
  },
);

describe('packing', () => {
  const status = (id: string, to: string) =>
    trade.seller.patch<OrderBody>(`/api/v1/orders/${id}/status`, { status: to });
  async function preparing(amount: number, steps: number) {
    const goods = await createWeighed(trade, { unit: 'lb', step: 0.01, price: 1000, steps });
    const order = ok(await place([{ product_id: goods.productId, amount }]));
    for (const to of ['accepted', 'preparing']) ok(await status(order.id, to));
    const path = `/api/v1/orders/${order.id}/items/${order.items[0]?.id}`;
    return { ...goods, id: order.id, pack: (body: object) => trade.seller.patch<OrderBody>(path, body) };
  }

  test('sets the packed amount, up by at most the tolerance on what was ordered', async () => {
    const { id, pack } = await preparing(10, 5000);
    expect(expectError(await pack({ amount: 10.01 }), 'CONFLICT')).toMatchObject({
      reason: 'weight_tolerance',
    });
    await stage.sql`update entities set weight_tolerance_bps = 200 where id = ${trade.wholesaler.id}`;
    const [line] = ok(await pack({ amount: 10.15 })).items;
    expect(line).toMatchObject({ quantity: 1015, amount: 10.15, total: 10_150 });
    expect(ok(await pack({ ...line, amount: 10.2 })).items).toMatchObject([{ amount: 10.2 }]);
    // Of what was ordered, not of what was packed before.
    expect(expectError(await pack({ amount: 10.21 }), 'CONFLICT')).toMatchObject({
      ordered: 1000,
      most: 1020,
    });
    expect(ok(await pack({ amount: 9.87 }))).toMatchObject({ items: [{ amount: 9.87, total: 9870 }] });
    expectInvalid(await pack({ amount: 9.875 }), 'amount', 'off_step');
    expectInvalid(await pack({ amount: 9.9, quantity: 980 }), 'amount', 'ambiguous');
    ok(await status(id, 'shipped'));
    expect((await pack({ amount: 9 })).status).toBe(409);
    expect(ok(await status(id, 'delivered')).items).toMatchObject([{ shipped_quantity: 987 }]);
    await expectStockAddsUp(stage.sql);
  });

  test('needs stock for what is more (409)', async () => {
    await stage.sql`update entities set weight_tolerance_bps = 1000 where id = ${trade.wholesaler.id}`;
    const { pack } = await preparing(10, 1005);
    expectError(await pack({ amount: 10.06 }), 'INSUFFICIENT_STOCK');
    expect(ok(await pack({ amount: 10.05 })).items).toMatchObject([{ quantity: 1005 }]);
  });
});

test('shows what can be ordered by weight in the catalog, and takes amounts in carts', async () => {
  const { productId, variantId } = await createWeighed(trade, {
    unit: 'lb',
    step: 0.01,
    price: 1000,
    steps: 250,
  });
  const path = `/api/v1/market/suppliers/${trade.wholesaler.id}/catalog?limit=100`;
  const { data } = ok(await trade.buyer.get<{ data: Array<{ product_id: string }> }>(path));
  expect(data.find(({ product_id }) => product_id === productId)).toMatchObject({
    available_quantity: 250,
    available_amount: 2.5,
    unit: 'lb',
    step: 0.01,
  });
  const cart = (amount: number) =>
    trade.buyer.put(`/api/v1/carts/${trade.wholesaler.id}`, { lines: [{ variant_id: variantId, amount }] });
  expect(ok(await cart(1.25))).toMatchObject({
    lines: [{ quantity: 125, amount: 1.25, unit: 'lb', step: 0.01 }],
  });
  expectInvalid(await cart(1.255), 'lines[0].amount', 'off_step');
});
