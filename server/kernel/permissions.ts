// Pages import this file.
import type { ENTITY_TYPES } from './entity-types';

/** What a person may do. The published `role` is the type of their business (decision 1). */
export const TEAM_ROLES = ['owner', 'admin', 'manager', 'viewer'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export type EntityType = (typeof ENTITY_TYPES)[number];

const READER = [
  'read:connections',
  'read:customers',
  'read:entity',
  'read:inventory',
  'read:invoices',
  'read:locations',
  'read:menus',
  'read:orders',
  'read:prices',
  'read:products',
  'read:team',
] as const;

const MANAGER = [
  'update:inventory',
  'sync:inventory',
  'create:orders',
  'update:orders',
  'cancel:orders',
  'create:customers',
  'update:customers',
  'create:payments',
  'create:remittances',
  'create:menus',
  'update:menus',
  'read:integrations',
  'update:compliance',
] as const;

const ADMIN = [
  'create:products',
  'update:products',
  'delete:products',
  'create:coa',
  'recall:batches',
  'update:prices',
  'update:terms',
  'create:credits',
  'void:payments',
  'export:books',
  'update:entity',
  'create:locations',
  'update:locations',
  'delete:locations',
  'create:team',
  'update:team',
  'delete:team',
  'create:connections',
  'update:connections',
  'read:webhooks',
  'create:webhooks',
  'update:webhooks',
  'delete:webhooks',
  'read:audit',
  'read:usage',
  'manage:api-keys',
  'update:integrations',
  'read:bank',
  'update:bank',
  'pay:bills',
] as const;

const OWNER = ['delete:entity', 'manage:sso'] as const;

export type Permission =
  | (typeof READER)[number]
  | (typeof MANAGER)[number]
  | (typeof ADMIN)[number]
  | (typeof OWNER)[number];

const BY_ROLE: Record<TeamRole, readonly Permission[]> = {
  viewer: READER,
  manager: [...READER, ...MANAGER],
  admin: [...READER, ...MANAGER, ...ADMIN],
  owner: [...READER, ...MANAGER, ...ADMIN, ...OWNER],
};

/** Which types of business buy, and which sell; a wholesaler does both. */
export const BUYERS: readonly EntityType[] = ['retailer', 'wholesaler'];
export const SELLERS: readonly EntityType[] = ['wholesaler', 'cultivator'];

/** Actions that an entity type never performs, regardless of role: retailers sell to no business. */
const NEVER: Record<EntityType, readonly Permission[]> = {
  retailer: [
    'read:customers',
    'create:customers',
    'update:customers',
    'read:prices',
    'update:prices',
    'update:terms',
    'create:payments',
    'create:credits',
    'void:payments',
    'export:books',
    'read:bank',
    'update:bank',
  ],
  wholesaler: [],
  cultivator: ['create:remittances', 'pay:bills'],
};

/** Every permission, sorted. */
export const PERMISSIONS: readonly Permission[] = [...READER, ...MANAGER, ...ADMIN, ...OWNER].sort();

/** What only a signed-in member does, so that a key makes no members and no keys (decision 416). */
export const FOR_PEOPLE: readonly Permission[] = [
  'create:team',
  'delete:team',
  'manage:api-keys',
  'manage:sso',
  'pay:bills',
  'update:team',
];
export const isForPeople = (access: string) => FOR_PEOPLE.some((one) => one === access);

/** What a key may be allowed. */
export const KEY_PERMISSIONS = PERMISSIONS.filter((one) => !isForPeople(one));

/** What applies in every location, so that a member who is limited to some never does it. */
const EVERYWHERE: readonly Permission[] = ['recall:batches'];

const known = new Map<string, readonly Permission[]>();

/** The sorted `<action>:<resource>` strings of decision 2 for a role in a business of the given type. */
export function permissionsOf(role: TeamRole, type: EntityType, limited = false): readonly Permission[] {
  const key = `${role}:${type}:${limited}`;
  const never = limited ? [...NEVER[type], ...EVERYWHERE] : NEVER[type];
  const permissions = known.get(key) ?? BY_ROLE[role].filter((one) => !never.includes(one)).sort();
  known.set(key, permissions);
  return permissions;
}
