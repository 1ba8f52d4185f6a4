import { expect, test } from 'vitest';
import { API_KEYS, createKey } from '../factories/api-key';
import { openTrade, placeOrder } from '../factories/trade';
import { addEndpoint } from '../factories/webhook';
import { ok } from '../setup/client';
import { expectError, expectInvalid } from '../setup/expect';
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

test('treats null as the default of a field that has one', async () => {
  const [location] = ok(await seller.get<{ data: { id: string }[] }>('/api/v1/entity/locations')).data;
  const sync = await seller.post('/api/v1/inventory/sync', { location_id: location?.id, sync_type: null });
  expect(expectError(sync, 'CONFLICT')).toMatchObject({ reason: 'pos_not_connected' });
  const endpoint = await addEndpoint(seller, { active: null });
  expect(endpoint).toMatchObject({ active: true });
  const key = await createKey(seller);
  const rotated = await seller.post(`${API_KEYS}/${key.id}/rotate`, { overlap_hours: null });
  expect(ok(rotated)).toMatchObject({ previous_secret_until: expect.any(String) });
  const order = await placeOrder(trade);
  for (const status of ['accepted', 'preparing', 'shipped'])
    ok(await seller.patch(`/api/v1/orders/${order.id}/status`, { status }));
  const receipt = await buyer.post<{ lines: object[] }>(`/api/v1/orders/${order.id}/receipts`, {
    lines: [
      { item_id: order.items[0]?.id, accepted: order.items[0]?.quantity, rejected: null, damaged: null },
    ],
  });
  expect(receipt.status, receipt.text).toBe(201);
  expect(receipt.body.lines).toMatchObject([{ rejected: 0, damaged: 0 }]);
});

test('rejects null in a required field, and in a PATCH wherever it clears nothing (400 wrong_type)', async () => {
  const body = { wholesaler_id: trade.wholesaler.id, items: null };
  expectInvalid(await buyer.post('/api/v1/orders', body), 'items', 'wrong_type');
  const address = `/api/v1/products/${trade.product.id}`;
  for (const field of ['name', 'category', 'images', 'active', 'variants'])
    expectInvalid(await seller.patch(address, { [field]: null }), field, 'wrong_type');
  const settings = await seller.patch('/api/v1/entity', { settings: { timezone: null } });
  expectInvalid(settings, 'settings.timezone', 'wrong_type');
});
