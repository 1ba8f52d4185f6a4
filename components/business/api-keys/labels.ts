import type { KeyPermission } from './types';

type Group = { label: string; permissions: readonly (readonly [KeyPermission, string])[] };

/** The permissions of a key, by what they are about. Deleting the business asks for a password, so no key can. */
export const GROUPS: readonly Group[] = [
  {
    label: 'Inventory',
    permissions: [
      ['read:inventory', 'View'],
      ['update:inventory', 'Adjust, move, price'],
      ['sync:inventory', 'Sync with POS'],
    ],
  },
  {
    label: 'Orders',
    permissions: [
      ['read:orders', 'View'],
      ['create:orders', 'Place'],
      ['update:orders', 'Update'],
      ['cancel:orders', 'Cancel'],
    ],
  },
  {
    label: 'Menus',
    permissions: [
      ['read:menus', 'View'],
      ['create:menus', 'Make'],
      ['update:menus', 'Change and send'],
    ],
  },
  {
    label: 'Products',
    permissions: [
      ['read:products', 'View'],
      ['create:products', 'Add'],
      ['update:products', 'Edit'],
      ['delete:products', 'Delete'],
      ['create:coa', 'Upload certificates'],
    ],
  },
  {
    label: 'Webhooks and events',
    permissions: [
      ['read:webhooks', 'View'],
      ['create:webhooks', 'Add'],
      ['update:webhooks', 'Edit'],
      ['delete:webhooks', 'Delete'],
    ],
  },
  {
    label: 'Business',
    permissions: [
      ['read:entity', 'View'],
      ['update:entity', 'Edit'],
    ],
  },
  {
    label: 'Locations',
    permissions: [
      ['read:locations', 'View'],
      ['create:locations', 'Add'],
      ['update:locations', 'Edit'],
      ['delete:locations', 'Delete'],
    ],
  },
  {
    label: 'Customers',
    permissions: [
      ['read:customers', 'View'],
      ['create:customers', 'Add'],
      ['update:customers', 'Edit, delete'],
    ],
  },
  {
    label: 'Prices and terms',
    permissions: [
      ['read:prices', 'View'],
      ['update:prices', 'Edit price lists and offers'],
      ['update:terms', 'Edit terms'],
    ],
  },
  {
    label: 'Money',
    permissions: [
      ['read:invoices', 'View invoices and payments'],
      ['create:payments', 'Record payments'],
      ['void:payments', 'Void payments'],
      ['create:remittances', 'Say that money was sent'],
      ['create:credits', 'Issue credit notes'],
      ['export:books', 'Export the books'],
    ],
  },
  {
    label: 'Connections',
    permissions: [
      ['read:connections', 'View'],
      ['create:connections', 'Request'],
      ['update:connections', 'Accept, reject, end'],
    ],
  },
  {
    label: 'Logs',
    permissions: [
      ['read:audit', 'Audit log'],
      ['read:usage', 'API requests'],
    ],
  },
  {
    label: 'Team',
    permissions: [['read:team', 'View']],
  },
];

const READS: readonly KeyPermission[] = [
  'read:connections',
  'read:entity',
  'read:inventory',
  'read:locations',
  'read:orders',
  'read:products',
];

/** What programs usually need; none includes the team. */
export const PRESETS: readonly { label: string; permissions: readonly KeyPermission[] }[] = [
  { label: 'Read only', permissions: READS },
  {
    label: 'Inventory sync',
    permissions: ['read:inventory', 'read:locations', 'read:products', 'sync:inventory', 'update:inventory'],
  },
  {
    label: 'Order processing',
    permissions: [...READS, 'cancel:orders', 'create:orders', 'update:orders'],
  },
  {
    label: 'Catalog',
    permissions: ['create:coa', 'create:products', 'read:products', 'update:products'],
  },
];

/** "Inventory, Orders": what the permissions of a key are about. */
export function areasOf(permissions: readonly KeyPermission[]): string[] {
  return GROUPS.filter((group) => group.permissions.some(([name]) => permissions.includes(name))).map(
    ({ label }) => label,
  );
}

export const isReadOnly = (permissions: readonly KeyPermission[]) =>
  permissions.every((name) => name.startsWith('read:'));
