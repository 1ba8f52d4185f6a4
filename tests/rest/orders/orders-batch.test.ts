import { expect, test } from 'vitest';
import { createKey, withKey } from '../../factories/api-key';
import { openTrade, placeOrder } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const trade = await openTrade(stage, { quantity: 1_000 });
const { seller, product, wholesaler, stockId } = trade;
const PATH = '/api/v1/orders/status/batch';

interface Results {
  results: Array<{
    index: number;
    status: string;
    id: string;
    etag: string | null;
    error: { code: string } | null;
  }>;
}

test('takes steps in order, each by itself, and says what became of each', async () => {
  const [a, b] = [(await placeOrder(trade)).id, (await placeOrder(trade)).id];
  const stale = '"never"';
  const steps = [
    { order_id: a, status: 'accepted' },
    { order_id: a, status: 'preparing', notes: 'x' },
    { order_id: b, status: 'delivered' },
    { order_id: ABSENT_ID, status: 'accepted' },
    { order_id: b, status: 'accepted', if_match: stale },
    { order_id: b, status: 'accepted' },
  ];
  const { results } = ok(await seller.post<Results>(PATH, { steps }));
  expect(results.map(({ status, error }) => error?.code ?? status)).toEqual([
    ...['changed', 'changed', 'INVALID_TRANSITION', 'NOT_FOUND', 'PRECONDITION_FAILED', 'changed'],
  ]);
  expect(results.map(({ id }) => id)).toEqual(steps.map((step) => step.order_id));
  const { headers, body } = await seller.get<{ status: string }>(`/api/v1/orders/${a}`);
  expect(body.status).toBe('preparing');
  expect(results[1]?.etag).toBe(headers.etag);
});

test('a repeated key takes no step again; beyond 100 is 400, and reading alone 403', async () => {
  const { id } = await placeOrder(trade);
  const headers = { 'idempotency-key': 'steps-1' };
  const steps = [{ order_id: id, status: 'accepted' }];
  const first = await seller.post<Results>(PATH, { steps }, { headers });
  const again = await seller.post<Results>(PATH, { steps }, { headers });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  const many = Array.from({ length: 101 }, () => ({ order_id: id, status: 'accepted' }));
  expectInvalid(await seller.post(PATH, { steps: many }), 'steps');
  const { secret } = await createKey(seller, { permissions: ['read:orders'] });
  expectError(await withKey(stage.server.url, secret).post(PATH, { steps }), 'FORBIDDEN');
});

test('stock is adjusted by SKU and location in place of the id; both are 400', async () => {
  const BULK = '/api/v1/inventory/bulk-update';
  const sku = product.variants[0]?.sku;
  const [location_id] = wholesaler.locationIds;
  const change = { quantity_change: 3, reason_code: 'AUDIT' };
  const before = ok(await seller.get<{ quantity: number }>(`/api/v1/inventory/${stockId}`)).quantity;
  const done = await seller.post<{ data: Array<{ id: string; quantity: number }> }>(BULK, {
    updates: [{ sku, location_id, ...change }],
  });
  expect(done.status, done.text).toBe(200);
  expect(done.body.data).toMatchObject([{ id: stockId, quantity: before + 3 }]);
  const floor = ok(
    await seller.post<{ data: Array<{ room_type: string; quantity: number }> }>(BULK, {
      updates: [{ sku, location_id, room_type: 'sales_floor', ...change }],
    }),
  );
  expect(floor.data).toMatchObject([{ room_type: 'sales_floor', quantity: 3 }]);
  for (const entry of [{ id: stockId, sku, location_id }, { sku }, { location_id }, {}])
    expectInvalid(await seller.post(BULK, { updates: [{ ...entry, ...change }] }), 'updates[0].id');
  expectInvalid(
    await seller.post(BULK, { updates: [{ sku: 'NO-SUCH', location_id, ...change }] }),
    'updates[0].sku',
    'unknown_sku',
  );
  const [foreign] = trade.retailer.locationIds;
  expectError(await seller.post(BULK, { updates: [{ sku, location_id: foreign, ...change }] }), 'NOT_FOUND');
  const twice = {
    updates: [
      { sku, location_id, ...change },
      { id: stockId, ...change },
    ],
  };
  expectInvalid(await seller.post(BULK, twice), 'updates[1].id', 'duplicate');
});
