import { expect, test } from 'vitest';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { openTrade } from '../factories/trade';
import { openStage } from '../setup/stage';

const stage = await openStage();

/** What the published specification names, of what is built so far. Typed from the specification, not from the code. */
const PUBLISHED = [
  'POST /auth/login',
  'POST /auth/refresh',
  'POST /auth/logout',
  'GET /auth/me',
  'POST /auth/mfa/enable',
  'POST /auth/mfa/verify',
  'POST /auth/mfa/complete',
  'POST /auth/password/reset-request',
  'POST /auth/password/reset',
  'POST /auth/password/change',
  'GET /api/v1/inventory',
  'GET /api/v1/inventory/{id}',
  'PATCH /api/v1/inventory/{id}',
  'POST /api/v1/inventory/bulk-update',
  'POST /api/v1/inventory/sync',
  'GET /api/v1/inventory/snapshot',
  'GET /api/v1/orders',
  'POST /api/v1/orders',
  'GET /api/v1/orders/{id}',
  'PATCH /api/v1/orders/{id}/status',
  'POST /api/v1/orders/{id}/cancel',
  'POST /api/v1/orders/{id}/items',
  'PATCH /api/v1/orders/{id}/items/{item_id}',
  'DELETE /api/v1/orders/{id}/items/{item_id}',
  'GET /api/v1/products',
  'GET /api/v1/products/{id}',
  'POST /api/v1/products',
  'PATCH /api/v1/products/{id}',
  'DELETE /api/v1/products/{id}',
  'POST /api/v1/products/{id}/variants',
  'PATCH /api/v1/products/{id}/variants/{variant_id}',
  'POST /api/v1/products/{id}/coa',
  'GET /api/v1/products/{id}/coa',
  'GET /api/v1/entity',
  'PATCH /api/v1/entity',
  'GET /api/v1/entity/locations',
  'POST /api/v1/entity/locations',
  'PATCH /api/v1/entity/locations/{id}',
  'DELETE /api/v1/entity/locations/{id}',
  'GET /api/v1/entity/team',
  'POST /api/v1/entity/team/invite',
  'PATCH /api/v1/entity/team/{user_id}',
  'DELETE /api/v1/entity/team/{user_id}',
  'GET /api/v1/entity/connections',
  'POST /api/v1/entity/connections/request',
  'POST /api/v1/entity/connections/{id}/accept',
  'POST /api/v1/entity/connections/{id}/reject',
];

/** What we add to it (decision 111). */
const ADDED = [
  'PATCH /auth/me',
  'GET /api/v1/entity/locations/{id}',
  'GET /api/v1/entity/team/{user_id}',
  'GET /api/v1/entity/connections/{id}',
  'GET /api/v1/products/{id}/variants/{variant_id}',
  'DELETE /api/v1/products/{id}/variants/{variant_id}',
  'POST /auth/mfa/disable',
  'POST /auth/mfa/recovery-codes',
  'POST /auth/reauthenticate',
  'GET /auth/sessions',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/{id}',
  'POST /auth/invitations/accept',
  'POST /auth/setup',
  'POST /api/v1/entity/team/{user_id}/resend',
  'DELETE /api/v1/entity/connections/{id}',
  'DELETE /api/v1/entity',
  'GET /api/v1/entities',
  'GET /api/v1/audit',
  'GET /api/v1/usage',
  'GET /api/v1/usage/requests',
  'GET /api/v1/orders/counts',
  'GET /api/v1/products/{id}/coa/{coa_id}/file',
  'GET /api/v1/orders/{id}/history',
  'GET /api/v1/inventory/{id}/movements',
  'GET /api/v1/inventory/snapshot/comparison',
  'PUT /api/v1/inventory/prices/{variant_id}',
  'POST /api/v1/inventory/transfers',
  'GET /api/v1/inventory/transfers/{id}',
  'GET /api/v1/inventory/sync',
  'GET /api/v1/inventory/sync/{id}',
  'GET /api/v1/entity/locations/{id}/pos',
  'POST /api/v1/entity/locations/{id}/pos',
  'PATCH /api/v1/entity/locations/{id}/pos',
  'DELETE /api/v1/entity/locations/{id}/pos',
  'POST /api/v1/entity/locations/{id}/pos/test',
  'GET /api/v1/inventory/pos/unmatched',
  'GET /api/v1/inventory/pos/mappings',
  'POST /api/v1/inventory/pos/mappings',
  'DELETE /api/v1/inventory/pos/mappings/{id}',
  'POST /api/v1/imports',
  'GET /api/v1/imports',
  'GET /api/v1/imports/{id}',
  'PATCH /api/v1/imports/{id}',
  'DELETE /api/v1/imports/{id}',
  'GET /api/v1/imports/{id}/lines',
  'POST /api/v1/imports/{id}/apply',
  'GET /api/v1/overview',
  'GET /api/v1/webhooks',
  'POST /api/v1/webhooks',
  'GET /api/v1/webhooks/{id}',
  'PATCH /api/v1/webhooks/{id}',
  'DELETE /api/v1/webhooks/{id}',
  'POST /api/v1/webhooks/{id}/rotate-secret',
  'POST /api/v1/webhooks/{id}/test',
  'GET /api/v1/webhooks/{id}/deliveries',
  'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}',
  'POST /api/v1/webhooks/deliveries/{id}/replay',
  'POST /api/v1/webhooks/{id}/replay-failed',
  'GET /api/v1/events',
  'GET /api/v1/market/suppliers',
  'GET /api/v1/market/suppliers/{id}/catalogue',
];

const declared = OPERATIONS.map(({ method, path }) => `${method} ${path}`);

test('declares the published operations and our additions, each once', () => {
  expect([...declared].sort()).toEqual([...PUBLISHED, ...ADDED].sort());
});

test('declares no address twice under other parameter names', () => {
  const shapes = declared.map((operation) => operation.replaceAll(/\{\w+\}/g, '{}'));
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('has no fixed address shadowed by one with a parameter', async () => {
  const { buyer } = await openTrade(stage);
  const fixed = OPERATIONS.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  for (const { path } of fixed) expect((await buyer.get(path)).status, path).toBe(200);
  expect((await buyer.get('/api/v1/orders/counts')).body).toHaveProperty('all');
});

test('serves every declared address: without a token only public ones get past 401', async () => {
  for (const { method, path, access } of OPERATIONS) {
    const answer = await stage.anybody.send(method, path.replaceAll(/\{\w+\}/g, 'x'));
    expect(answer.status, `${method} ${path}`).toBe(access === 'public' ? 400 : 401);
  }
});

test('makes public only the operations that the specification shows without a bearer, accepting an invitation, and setup', () => {
  const open = OPERATIONS.filter(({ access }) => access === 'public').map(({ path }) => path);
  expect(open.sort()).toEqual([
    '/auth/invitations/accept',
    '/auth/login',
    '/auth/mfa/complete',
    '/auth/password/reset',
    '/auth/password/reset-request',
    '/auth/refresh',
    '/auth/setup',
  ]);
});
