import { expect, test } from 'vitest';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;

async function soldOut() {
  const trade = await openTrade(stage, { quantity: 3 });
  const order = (quantity: number, more: object = {}) =>
    trade.buyer.post('/api/v1/orders', {
      wholesaler_id: trade.wholesaler.id,
      items: [{ product_id: trade.product.id, quantity }],
      ...more,
    });
  const first = await order(4);
  expectError(first, 'INSUFFICIENT_STOCK');
  return { ...trade, order, first };
}

test('an order of goods that were short a moment ago gets the same error', async () => {
  const { order, first } = await soldOut();
  const again = await order(4);
  const withKey = await order(4, { notes: 'x' });
  for (const { status, body } of [again, withKey])
    expect({ status, body }).toEqual({ status: 409, body: first.body });
});

test('goods that were short a moment ago are sold as soon as there are enough', async () => {
  const { order, seller, stockId } = await soldOut();
  expect((await order(3)).status).toBe(201);
  expectError(await order(1), 'INSUFFICIENT_STOCK');
  ok(await seller.patch(`/api/v1/inventory/${stockId}`, { quantity_change: 1, reason_code: 'AUDIT' }));
  expect((await order(1)).status).toBe(201);
});

test('what else is wrong with an order of short goods is reported first', async () => {
  const { order, wholesaler, retailer, product } = await soldOut();
  await sql`update entities set license_expiry = '2020-01-01' where id = ${retailer.id}`;
  expectError(await order(4), 'LICENSE_EXPIRED');
  await sql`update entities set license_expiry = null where id = ${retailer.id}`;
  expectError(await order(4, { receiving_location_id: wholesaler.locationIds[0] }), 'NOT_FOUND');
  await sql`update products set active = false where id = ${product.id}`;
  expect(expectError(await order(4), 'CONFLICT')).toMatchObject({ reason: 'product_inactive' });
  await sql`update products set active = true where id = ${product.id}`;
  await sql`delete from connections where requester_id = ${retailer.id} or target_id = ${retailer.id}`;
  expect(expectError(await order(4), 'FORBIDDEN')).toMatchObject({ reason: 'connection_required' });
});

test('what the account is rejected for comes before goods that were short a moment ago', async () => {
  const { order, seller, retailer } = await soldOut();
  const set = async (terms: object) => ok(await seller.patch(`/api/v1/customers/${retailer.id}`, terms));
  const reason = async () => (expectError(await order(4), 'CONFLICT') as { reason: string }).reason;
  await set({ on_hold: true });
  expect(await reason()).toBe('on_hold');
  await set({ on_hold: false, minimum_order: 1000 });
  expect(await reason()).toBe('minimum_order');
  await set({ minimum_order: null });
  expectError(await order(4), 'INSUFFICIENT_STOCK');
});

test('a business that is no longer connected is not told how much of short goods is left (403)', async () => {
  const { order, retailer } = await soldOut();
  await sql`delete from connections where requester_id = ${retailer.id} or target_id = ${retailer.id}`;
  expect(expectError(await order(4), 'FORBIDDEN')).toEqual({ reason: 'connection_required' });
});

test('a response that an Idempotency-Key has stored is returned, sold out or not', async () => {
  const { buyer, wholesaler, product, order } = await soldOut();
  const options = { headers: { 'idempotency-key': `sold-out-${wholesaler.id}` } };
  const body = { wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity: 3 }] };
  const placed = await buyer.post('/api/v1/orders', body, options);
  expect(placed.status).toBe(201);
  expectError(await order(1), 'INSUFFICIENT_STOCK');
  const again = await buyer.post('/api/v1/orders', body, options);
  expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: placed.body });
});
