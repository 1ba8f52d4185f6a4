import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { openTrade } from '../factories/trade';
import { openStage } from '../setup/stage';
import { REQUIRED_QUERIES } from './required-queries';

const stage = await openStage();

/** What the published specification names. Typed from the specification, not from the code; the rest is ours (decision 111). */
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

const declared = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
/** An operation without the names of its parameters; the docs' examples have shell variables there. */
const shapeOf = (operation: string) => operation.replaceAll(/\{\w+\}|\$\w+/g, '{}');

test('declares every published operation', () => {
  expect(PUBLISHED).toHaveLength(47);
  expect(PUBLISHED.filter((operation) => !declared.includes(operation))).toEqual([]);
});

test('declares every operation that a page of the docs names', async () => {
  const folder = resolve(import.meta.dirname, '../../docs');
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(pages.map((name) => readFile(join(folder, name), 'utf8')));
  const named = texts.flatMap(
    (text) => text.match(/\b(?:GET|POST|PUT|PATCH|DELETE) \/(?:auth|api)\/[\w/{}$-]+/g) ?? [],
  );
  const shapes = declared.map(shapeOf);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((operation) => !shapes.includes(shapeOf(operation)))).toEqual([]);
});

test('declares no address twice under other parameter names', () => {
  const shapes = declared.map(shapeOf);
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('has no fixed address shadowed by one with a parameter', async () => {
  const { buyer, seller } = await openTrade(stage);
  const fixed = OPERATIONS.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  for (const { path, access } of fixed) {
    const isSellers =
      ['read:bank', 'read:customers', 'read:prices', 'export:books'].includes(access) ||
      /\/(listings|menus|order-requests|receivables|margins)$/.test(path);
    const client = isSellers ? seller : buyer;
    const query = REQUIRED_QUERIES[path] ?? '';
    // There is no export and no provider yet, and no location of that id.
    const expected = /^\/api\/v1\/(entity\/export|entity\/sso$|compliance\/reasons)/.test(path) ? 404 : 200;
    expect((await client.get(`${path}${query}`)).status, path).toBe(expected);
  }
  expect((await buyer.get('/api/v1/orders/counts')).body).toHaveProperty('all');
});

test('serves every declared address: without a token only public ones get past 401', async () => {
  for (const { method, path, access } of OPERATIONS) {
    const answer = await stage.anybody.send(method, path.replaceAll(/\{\w+\}/g, 'x'));
    const isLink = method === 'GET' && path.startsWith('/api/v1/public/');
    const passed = path.endsWith('/options') ? 200 : isLink ? 404 : 400;
    expect(answer.status, `${method} ${path}`).toBe(access === 'public' ? passed : 401);
  }
});

test('makes public only the operations that the specification shows without a bearer, accepting invitations, setup, signing up, passkeys and menus', () => {
  const open = OPERATIONS.filter(({ access }) => access === 'public').map(({ path }) => path);
  expect(open.sort()).toEqual([
    '/api/v1/public/menus/{token}',
    '/api/v1/public/menus/{token}/pdf',
    '/api/v1/public/menus/{token}/requests',
    '/auth/claims/accept',
    '/auth/invitations/accept',
    '/auth/login',
    '/auth/mfa/complete',
    '/auth/passkeys/sign-in',
    '/auth/passkeys/sign-in/options',
    '/auth/password/reset',
    '/auth/password/reset-request',
    '/auth/refresh',
    '/auth/setup',
    '/auth/sign-up',
    '/auth/sign-up/complete',
  ]);
});
