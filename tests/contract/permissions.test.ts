import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { createBusiness, createTeam } from '../factories/business';
import type { Client, ErrorBody } from '../setup/client';
import { expectError } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();

const ROLES = ['owner', 'admin', 'manager', 'viewer'] as const;
const TYPES = ['retailer', 'wholesaler', 'cultivator'] as const;
type Type = (typeof TYPES)[number];
type Role = (typeof ROLES)[number];

/**
 * Who may call what: the letters of the roles (owner, admin, manager, viewer) for a retailer, a wholesaler and a
 * cultivator. Typed from the decisions, not from the declarations.
 */
const ALL = ['oamv', 'oamv', 'oamv'] as const;
const MATRIX: Record<string, readonly [string, string, string]> = {
  'POST /auth/logout': ALL,
  'GET /auth/me': ALL,
  'PATCH /auth/me': ALL,
  'POST /auth/mfa/enable': ALL,
  'POST /auth/mfa/verify': ALL,
  'POST /auth/mfa/disable': ALL,
  'POST /auth/mfa/recovery-codes': ALL,
  'POST /auth/reauthenticate': ALL,
  'GET /auth/sessions': ALL,
  'DELETE /auth/sessions': ALL,
  'DELETE /auth/sessions/{id}': ALL,
  'POST /auth/password/change': ALL,
  'GET /api/v1/entity': ALL,
  'PATCH /api/v1/entity': ['oa', 'oa', 'oa'],
  'DELETE /api/v1/entity': ['o', 'o', 'o'],
  'GET /api/v1/entities': ALL,
  'GET /api/v1/entity/locations': ALL,
  'GET /api/v1/entity/locations/{id}': ALL,
  'POST /api/v1/entity/locations': ['oa', 'oa', 'oa'],
  'PATCH /api/v1/entity/locations/{id}': ['oa', 'oa', 'oa'],
  'DELETE /api/v1/entity/locations/{id}': ['oa', 'oa', 'oa'],
  'GET /api/v1/entity/team': ALL,
  'GET /api/v1/entity/team/{user_id}': ALL,
  'POST /api/v1/entity/team/invite': ['oa', 'oa', 'oa'],
  'POST /api/v1/entity/team/{user_id}/resend': ['oa', 'oa', 'oa'],
  'PATCH /api/v1/entity/team/{user_id}': ['oa', 'oa', 'oa'],
  'DELETE /api/v1/entity/team/{user_id}': ['oa', 'oa', 'oa'],
  'GET /api/v1/entity/connections': ALL,
  'GET /api/v1/entity/connections/{id}': ALL,
  'POST /api/v1/entity/connections/request': ['oa', 'oa', 'oa'],
  'POST /api/v1/entity/connections/{id}/accept': ['oa', 'oa', 'oa'],
  'POST /api/v1/entity/connections/{id}/reject': ['oa', 'oa', 'oa'],
  'DELETE /api/v1/entity/connections/{id}': ['oa', 'oa', 'oa'],
  'GET /api/v1/products': ALL,
  'GET /api/v1/products/{id}': ALL,
  'POST /api/v1/products': ['oa', 'oa', 'oa'],
  'PATCH /api/v1/products/{id}': ['oa', 'oa', 'oa'],
  'DELETE /api/v1/products/{id}': ['oa', 'oa', 'oa'],
  'POST /api/v1/products/{id}/coa': ['oa', 'oa', 'oa'],
  'GET /api/v1/products/{id}/coa': ALL,
  'GET /api/v1/products/{id}/coa/{coa_id}/file': ALL,
  'POST /api/v1/products/{id}/variants': ['oa', 'oa', 'oa'],
  'PATCH /api/v1/products/{id}/variants/{variant_id}': ['oa', 'oa', 'oa'],
  'GET /api/v1/products/{id}/variants/{variant_id}': ALL,
  'DELETE /api/v1/products/{id}/variants/{variant_id}': ['oa', 'oa', 'oa'],
  'GET /api/v1/inventory': ALL,
  'GET /api/v1/inventory/{id}': ALL,
  'GET /api/v1/inventory/{id}/movements': ALL,
  'PATCH /api/v1/inventory/{id}': ['oam', 'oam', 'oam'],
  'POST /api/v1/inventory/bulk-update': ['oam', 'oam', 'oam'],
  'PUT /api/v1/inventory/prices/{variant_id}': ['oam', 'oam', 'oam'],
  'POST /api/v1/inventory/transfers': ['oam', 'oam', 'oam'],
  'GET /api/v1/inventory/transfers/{id}': ALL,
  'GET /api/v1/inventory/snapshot': ALL,
  'GET /api/v1/inventory/snapshot/comparison': ALL,
  'POST /api/v1/inventory/sync': ['oam', 'oam', 'oam'],
  'GET /api/v1/inventory/sync': ALL,
  'GET /api/v1/inventory/sync/{id}': ALL,
  'GET /api/v1/entity/locations/{id}/pos': ALL,
  'POST /api/v1/entity/locations/{id}/pos': ['oa', 'oa', 'oa'],
  'PATCH /api/v1/entity/locations/{id}/pos': ['oa', 'oa', 'oa'],
  'DELETE /api/v1/entity/locations/{id}/pos': ['oa', 'oa', 'oa'],
  'POST /api/v1/entity/locations/{id}/pos/test': ['oa', 'oa', 'oa'],
  'GET /api/v1/inventory/pos/unmatched': ALL,
  'GET /api/v1/inventory/pos/mappings': ALL,
  'POST /api/v1/inventory/pos/mappings': ['oam', 'oam', 'oam'],
  'DELETE /api/v1/inventory/pos/mappings/{id}': ['oam', 'oam', 'oam'],
  'GET /api/v1/orders': ALL,
  'GET /api/v1/orders/counts': ALL,
  'GET /api/v1/orders/{id}': ALL,
  'GET /api/v1/orders/{id}/history': ALL,
  'POST /api/v1/orders': ['oam', '', ''],
  'PATCH /api/v1/orders/{id}/status': ['oam', 'oam', ''],
  'POST /api/v1/orders/{id}/cancel': ['oam', 'oam', ''],
  'POST /api/v1/orders/{id}/items': ['oam', 'oam', ''],
  'PATCH /api/v1/orders/{id}/items/{item_id}': ['oam', 'oam', ''],
  'DELETE /api/v1/orders/{id}/items/{item_id}': ['oam', 'oam', ''],
  'POST /api/v1/imports': ['oam', 'oam', 'oam'],
  'GET /api/v1/imports': ['oam', 'oam', 'oam'],
  'GET /api/v1/imports/{id}': ['oam', 'oam', 'oam'],
  'PATCH /api/v1/imports/{id}': ['oam', 'oam', 'oam'],
  'DELETE /api/v1/imports/{id}': ['oam', 'oam', 'oam'],
  'GET /api/v1/imports/{id}/lines': ['oam', 'oam', 'oam'],
  'POST /api/v1/imports/{id}/apply': ['oam', 'oam', 'oam'],
  'GET /api/v1/overview': ALL,
  'GET /api/v1/audit': ['oa', 'oa', 'oa'],
  'GET /api/v1/usage': ['oa', 'oa', 'oa'],
  'GET /api/v1/usage/requests': ['oa', 'oa', 'oa'],
  'GET /api/v1/webhooks': ['oa', 'oa', 'oa'],
  'POST /api/v1/webhooks': ['oa', 'oa', 'oa'],
  'GET /api/v1/webhooks/{id}': ['oa', 'oa', 'oa'],
  'PATCH /api/v1/webhooks/{id}': ['oa', 'oa', 'oa'],
  'DELETE /api/v1/webhooks/{id}': ['oa', 'oa', 'oa'],
  'POST /api/v1/webhooks/{id}/rotate-secret': ['oa', 'oa', 'oa'],
  'POST /api/v1/webhooks/{id}/test': ['oa', 'oa', 'oa'],
  'GET /api/v1/webhooks/{id}/deliveries': ['oa', 'oa', 'oa'],
  'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}': ['oa', 'oa', 'oa'],
  'POST /api/v1/webhooks/deliveries/{id}/replay': ['oa', 'oa', 'oa'],
  'POST /api/v1/webhooks/{id}/replay-failed': ['oa', 'oa', 'oa'],
  'GET /api/v1/events': ['oa', 'oa', 'oa'],
  'GET /api/v1/market/suppliers': ['oamv', '', ''],
  'GET /api/v1/market/suppliers/{id}/catalogue': ['oamv', '', ''],
};

const READS = ['connections', 'entity', 'inventory', 'locations', 'orders', 'products', 'team'].map(
  (r) => `read:${r}`,
);
const STOCK = ['update:inventory', 'sync:inventory'];
const BUYING = ['create:orders'];
const ORDERS = ['update:orders', 'cancel:orders'];
const MANAGING = [
  ...['create:products', 'update:products', 'delete:products', 'create:coa', 'update:entity'],
  ...['create:locations', 'update:locations', 'delete:locations'],
  ...['create:team', 'update:team', 'delete:team', 'create:connections', 'update:connections'],
  ...['read:webhooks', 'create:webhooks', 'update:webhooks', 'delete:webhooks', 'read:audit', 'read:usage'],
];

/** The permission strings of the decisions' table; those that a business type never has are left out. */
function permissionsTyped(role: Role, type: Type): string[] {
  const orders = type === 'cultivator' ? [] : [...(type === 'retailer' ? BUYING : []), ...ORDERS];
  const byRole = {
    viewer: READS,
    manager: [...READS, ...STOCK, ...orders],
    admin: [...READS, ...STOCK, ...orders, ...MANAGING],
    owner: [...READS, ...STOCK, ...orders, ...MANAGING, 'delete:entity'],
  };
  return byRole[role].sort();
}

const clients = new Map<string, Client>();
beforeAll(async () => {
  for (const type of TYPES) {
    const team = await createTeam(stage.db, await createBusiness(stage.db, type));
    for (const role of ROLES) clients.set(`${type} ${role}`, await stage.signIn(team[role]));
  }
});
const clientOf = (type: Type, role: Role) => clients.get(`${type} ${role}`) as Client;

describe.each(TYPES)('%s', (type) => {
  test.each(ROLES)('gives the %s the permissions of the table, sorted', async (role) => {
    const { body } = await clientOf(type, role).get<{ permissions: string[] }>('/auth/me');
    expect(body.permissions).toEqual(permissionsTyped(role, type));
  });
});

const protectedOnes = OPERATIONS.filter(({ access }) => access !== 'public');

test('names every operation that is not public in the matrix', () => {
  expect(Object.keys(MATRIX).sort()).toEqual(
    protectedOnes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

/** The logout ends the session, so it comes last. */
const inOrder = [...protectedOnes].sort(
  (a, b) => Number(a.path === '/auth/logout') - Number(b.path === '/auth/logout'),
);

describe.each(inOrder.map(({ method, path }) => ({ method, path })))('$method $path', ({ method, path }) => {
  const address = path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000');

  test('rejects a missing and a foreign token (401)', async () => {
    const missing = await stage.anybody.send(method, address);
    expectError(missing, 'UNAUTHORIZED');
    expect(missing.headers['www-authenticate']).toMatch(/^Bearer/);
    const headers = { authorization: 'Bearer a.b.c' };
    expectError(await stage.anybody.send(method, address, { headers }), 'TOKEN_INVALID');
  });

  const cases = TYPES.flatMap((type, column) =>
    ROLES.map((role) => ({
      type,
      role,
      may: MATRIX[`${method} ${path}`]?.[column]?.includes(role.charAt(0)),
    })),
  );
  test.each(cases)('allows the $type’s $role: $may', async ({ type, role, may }) => {
    const answer = await clientOf(type, role).send(method, address);
    if (!may) {
      const details = expectError(answer, 'FORBIDDEN');
      // The gate rejects by the declared permission before any deeper check; only retailers have the market.
      if (!path.includes('/market/')) expect(details.permission, answer.text).toEqual(expect.any(String));
    } else {
      // The request is empty: it fails for what is missing, not as forbidden.
      const code = (answer.body as ErrorBody | undefined)?.error?.code ?? answer.status;
      // Renewing recovery codes needs a second factor that is on.
      const passed =
        path === '/auth/mfa/recovery-codes' ? ['CONFLICT'] : [200, 204, 'INVALID_REQUEST', 'NOT_FOUND'];
      expect(passed).toContain(code);
    }
  });
});
