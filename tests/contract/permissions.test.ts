import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, createTeam } from '../factories/business';
import type { Client } from '../setup/client';
import { openStage } from '../setup/stage';

const stage = await openStage();

const ROLES = ['owner', 'admin', 'manager', 'viewer'] as const;
const TYPES = ['retailer', 'wholesaler', 'cultivator'] as const;
type Type = (typeof TYPES)[number];
type Role = (typeof ROLES)[number];

const READS = [
  'connections',
  'entity',
  'inventory',
  'invoices',
  'locations',
  'menus',
  'orders',
  'products',
  'team',
].map((r) => `read:${r}`);
const STOCK = ['update:inventory', 'sync:inventory'];
const ORDERS = ['create:orders', 'update:orders', 'cancel:orders'];
const CUSTOMERS = ['create:customers', 'update:customers', 'create:payments'];
const REMITTANCES = ['create:remittances'];
const MENUS = ['create:menus', 'update:menus'];
const TERMS = ['update:prices', 'update:terms', 'create:credits', 'void:payments', 'export:books'];
const MANAGING = [
  ...['create:products', 'update:products', 'delete:products', 'create:coa', 'update:entity'],
  ...['create:locations', 'update:locations', 'delete:locations'],
  ...['create:team', 'update:team', 'delete:team', 'create:connections', 'update:connections'],
  ...['read:webhooks', 'create:webhooks', 'update:webhooks', 'delete:webhooks', 'read:audit', 'read:usage'],
  'manage:api-keys',
  'recall:batches',
  'update:integrations',
];

/** The permission strings of the decisions' table; those that a business type never has are left out. */
function permissionsTyped(role: Role, type: Type): string[] {
  const reads = type === 'retailer' ? READS : [...READS, 'read:customers', 'read:prices'];
  const managed = [
    'read:integrations',
    'update:compliance',
    ...STOCK,
    ...ORDERS,
    ...MENUS,
    ...(type === 'retailer' ? [] : CUSTOMERS),
    ...(type === 'cultivator' ? [] : REMITTANCES),
  ];
  const managing = [
    ...MANAGING,
    ...(type === 'retailer' ? [] : [...TERMS, 'read:bank', 'update:bank']),
    ...(type === 'cultivator' ? [] : ['pay:bills']),
  ];
  const byRole = {
    viewer: reads,
    manager: [...reads, ...managed],
    admin: [...reads, ...managed, ...managing],
    owner: [...reads, ...managed, ...managing, 'delete:entity', 'manage:sso'],
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
