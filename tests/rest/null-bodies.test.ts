import { expect, test } from 'vitest';
import { openTrade, placeOrder } from '../factories/trade';
import { expectInvalid } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const trade = await openTrade(stage, { quantity: 1_000 });
const { buyer, seller } = trade;

test('treats null as absent in every optional field of a creation, at any depth', async () => {
  const order = await buyer.post<Record<string, unknown>>('/api/v1/orders', {
    wholesaler_id: trade.wholesaler.id,
    items: [{ product_id: trade.product.id, variant_id: null, quantity: 1 }],
    delivery_date: null,
    delivery_window: null,
    notes: null,
    receiving_location_id: null,
  });
  expect(order.status, order.text).toBe(201);
  expect(order.body).toMatchObject({ delivery_date: null, notes: null });
  const product = await seller.post<{ active: boolean; images: string[]; variants: object[] }>(
    '/api/v1/products',
    {
      name: 'Nulls',
      category: 'flower',
      active: null,
      images: null,
      variants: [{ name: 'One', sku: 'NULL-1', price: 5, wholesale_price: null, weight: null }],
    },
  );
  expect(product.status, product.text).toBe(201);
  expect(product.body).toMatchObject({ active: true, images: [], variants: [{ wholesale_price: 5 }] });
});

test('treats null as absent in the PATCH of inventory and of an order status, which are actions', async () => {
  const adjusted = await seller.patch(`/api/v1/inventory/${trade.stockId}`, {
    quantity_change: 1,
    reason_code: 'AUDIT',
    notes: null,
    expected_quantity: null,
  });
  expect(adjusted.status, adjusted.text).toBe(200);
  const order = await placeOrder(trade);
  const moved = await seller.patch(`/api/v1/orders/${order.id}/status`, { status: 'accepted', notes: null });
  expect(moved.status, moved.text).toBe(200);
});

test('rejects null in a required field, and in a PATCH wherever it clears nothing (400 wrong_type)', async () => {
  const body = { wholesaler_id: null, items: [{ product_id: trade.product.id, quantity: 1 }] };
  expectInvalid(await buyer.post('/api/v1/orders', body), 'wholesaler_id', 'wrong_type');
  const address = `/api/v1/products/${trade.product.id}`;
  for (const field of ['name', 'category', 'images', 'active', 'variants'])
    expectInvalid(await seller.patch(address, { [field]: null }), field, 'wrong_type');
  const settings = await seller.patch('/api/v1/entity', { settings: { timezone: null } });
  expectInvalid(settings, 'settings.timezone', 'wrong_type');
});
