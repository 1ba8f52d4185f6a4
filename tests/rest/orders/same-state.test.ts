import { expect, test } from 'vitest';
import { openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;

const moveTo = (locationId: string | undefined, state: string) =>
  sql`update locations set state = ${state} where id = ${locationId ?? ''}`;
const post = ({ buyer, wholesaler, product }: Trade, quantity = 1) =>
  buyer.post('/api/v1/orders', {
    wholesaler_id: wholesaler.id,
    items: [{ product_id: product.id, quantity }],
  });
const allow = ({ seller }: Trade, same_state_only: boolean) =>
  seller.patch('/api/v1/entity', { settings: { same_state_only } });

test('takes no stock across states (409 different_states) unless the seller allows it', async () => {
  const trade = await openTrade(stage);
  await moveTo(trade.retailer.locationIds[0], 'NV');
  expect(expectError(await post(trade), 'CONFLICT')).toEqual({ reason: 'different_states' });
  const items = [{ product_id: trade.product.id, quantity: 1 }];
  const quoted = await trade.buyer.post('/api/v1/orders/quote', {
    wholesaler_id: trade.wholesaler.id,
    items,
  });
  expect(quoted.body).toMatchObject({
    lines: [{ available_quantity: 0 }],
    problems: [{ index: null, code: 'CONFLICT', reason: 'different_states' }],
  });
  ok(await allow(trade, false));
  expect((await post(trade)).status).toBe(201);
});

test('compares states as postal codes: CA, ca and California are one', async () => {
  const trade = await openTrade(stage);
  await moveTo(trade.retailer.locationIds[0], ' california ');
  await moveTo(trade.wholesaler.locationIds[0], 'ca');
  await placeOrder(trade);
});

test('takes what is in the state of delivery alone, and counts no other as available', async () => {
  const trade = await openTrade(stage, { quantity: 3, wholesaler: { locationCount: 2 } });
  const [, nevada = ''] = trade.wholesaler.locationIds;
  await moveTo(nevada, 'Nevada');
  await moveTo(trade.retailer.locationIds[0], 'NV');
  const moved = { inventory_id: trade.stockId, to_location_id: nevada, to_room_type: 'vault', quantity: 2 };
  ok(await trade.seller.post('/api/v1/inventory/transfers', { lines: [moved] }));
  expect(expectError(await post(trade, 3), 'INSUFFICIENT_STOCK')).toMatchObject({
    lines: [{ available: 2 }],
  });
  const catalog = await trade.buyer.get(`/api/v1/market/suppliers/${trade.wholesaler.id}/catalog`);
  expect(catalog.body).toMatchObject({ data: [{ available_quantity: 2 }] });
  const { id } = await placeOrder(trade, 2);
  const held =
    await sql`select i.location_id from order_allocations r join inventory_items i on i.id = r.inventory_item_id
    where r.order_id = ${id}`;
  expect(held).toEqual([{ location_id: nevada }]);
});

test('accepts and ships nothing that an address has moved to another state (409)', async () => {
  const trade = await openTrade(stage);
  const [pending, preparing] = [await placeOrder(trade), await placeOrderIn(trade, 'preparing')];
  await moveTo(trade.retailer.locationIds[0], 'OR');
  const move = (id: string, status: string) => trade.seller.patch(`/api/v1/orders/${id}/status`, { status });
  for (const answer of [await move(pending.id, 'accepted'), await move(preparing.id, 'shipped')]) {
    expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'different_states' });
  }
  ok(await allow(trade, false));
  ok(await move(pending.id, 'accepted'));
});

test('a customer with one license in California is the same in CA (409 customer_exists)', async () => {
  const { seller } = await openTrade(stage);
  const customer = (state: string) =>
    seller.post<{ id: string }>('/api/v1/customers', {
      type: 'retailer',
      name: 'Corner Dispensary',
      license_number: 'C10-0000412-LIC',
      address: { street: '12 Market Street', city: 'Oakland', state, zip: '94607' },
    });
  const first = ok(await customer('California'));
  expect(expectError(await customer('CA'), 'CONFLICT')).toEqual({
    reason: 'customer_exists',
    customer_id: first.id,
    object: { type: 'customer', id: first.id },
  });
  ok(await customer('NV'));
});
