import { expect, test } from 'vitest';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { openTrade } from '../factories/trade';
import { ok } from '../setup/client';
import { expectError, expectInvalid } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const headers = { 'if-match': '"0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b0d"' };

test('rejects If-Match on a change that compares no versions (400), and changes nothing', async () => {
  const { seller, product, stockId } = await openTrade(stage);
  const path = `/api/v1/products/${product.id}`;
  const refused = await seller.patch(path, { name: 'Renamed' }, { headers });
  expectInvalid(refused, 'If-Match', 'unsupported_precondition');
  expectInvalid(
    await seller.patch(path, { name: 'Renamed' }, { headers: { 'if-match': 'W/"a", "b"' } }),
    'If-Match',
  );
  const change = { quantity_change: 1, reason_code: 'AUDIT' };
  expectInvalid(await seller.patch(`/api/v1/inventory/${stockId}`, change, { headers }), 'If-Match');
  expectInvalid(await seller.post('/api/v1/products', {}, { headers }), 'If-Match');
  expectInvalid(await seller.send('DELETE', path, { headers }), 'If-Match');
  expect(ok(await seller.get<{ name: string }>(path)).name).toBe(product.name);
});

test('`*` passes, a read ignores it, and a caller without access learns that first (401)', async () => {
  const { seller, product } = await openTrade(stage);
  const path = `/api/v1/products/${product.id}`;
  expect((await seller.get(path, { headers })).status).toBe(200);
  const any = { headers: { 'if-match': '*' } };
  expect(ok(await seller.patch<{ name: string }>(path, { name: 'Renamed' }, any)).name).toBe('Renamed');
  expectError(await stage.anybody.patch(path, { name: 'Again' }, { headers }), 'UNAUTHORIZED');
});

test('a cart takes it at PUT and PATCH', async () => {
  const { buyer, wholesaler, product } = await openTrade(stage);
  const path = `/api/v1/carts/${wholesaler.id}`;
  const line = { variant_id: product.variants[0]?.id ?? '', quantity: 2 };
  const first = await buyer.put(path, { lines: [line] });
  const { etag = '' } = first.headers as { etag?: string };
  const add = { lines: [{ variant_id: line.variant_id, add: 1 }] };
  const second = await buyer.patch(path, add, { headers: { 'if-match': etag } });
  expect(second.status).toBe(200);
  const stale = expectError(
    await buyer.patch(path, add, { headers: { 'if-match': etag } }),
    'PRECONDITION_FAILED',
  );
  expect(stale).toEqual({ reason: 'stale' });
  expectInvalid(await buyer.send('DELETE', path, { headers }), 'If-Match');
});

test('the operations that take it are those of carts', () => {
  const taking = OPERATIONS.filter(({ versioned, method }) => versioned && method !== 'GET');
  expect(taking.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'PATCH /api/v1/carts/{supplier_id}',
    'PUT /api/v1/carts/{supplier_id}',
  ]);
});
