import { BUYERS, type EntityType, type Permission, SELLERS } from '@/server/kernel/permissions';
import type { PaletteLink } from './palette-types';

type Rule = PaletteLink & {
  needs: readonly Permission[];
  only?: readonly EntityType[];
  /** Of the whole business: not for members limited to locations. */
  whole?: true;
};

/** What a person begins on a page of its own. */
const RULES: readonly Rule[] = [
  {
    label: 'Place an order',
    keywords: ['buy', 'market'],
    href: '/market',
    needs: ['create:orders'],
    only: BUYERS,
  },
  {
    label: 'Enter an order for a customer',
    keywords: ['sell', 'phone', 'new order'],
    href: '/orders/new',
    needs: ['create:orders', 'read:customers'],
  },
  { label: 'New product', keywords: ['add', 'create'], href: '/products/new', needs: ['create:products'] },
  {
    label: 'Import products',
    keywords: ['CSV', 'upload', 'catalog'],
    href: '/products/import',
    needs: ['create:products', 'update:products'],
  },
  {
    label: 'New customer',
    keywords: ['add', 'create', 'shop'],
    href: '/customers/new',
    needs: ['create:customers'],
  },
  {
    label: 'Import customers',
    keywords: ['CSV', 'upload', 'shops'],
    href: '/customers/import',
    needs: ['create:customers', 'update:customers'],
  },
  {
    label: 'Start an offer',
    keywords: ['discount', 'promotion', 'price', 'secret menu'],
    href: '/offers?start=true',
    needs: ['update:prices'],
    only: SELLERS,
  },
  {
    label: 'Record a payment',
    keywords: ['check', 'money', 'refund'],
    href: '/payments/new',
    needs: ['create:payments'],
  },
  {
    label: 'See margins',
    keywords: ['profit', 'cost', 'report', 'earn'],
    href: '/reports/margins',
    needs: ['read:invoices'],
    only: SELLERS,
    whole: true,
  },
  {
    label: 'Margin by brand, last month',
    keywords: ['profit', 'margins', 'report', 'earn'],
    href: '/reports/margins?group=brand&range=last_month',
    needs: ['read:invoices'],
    only: SELLERS,
    whole: true,
  },
  {
    label: 'Receive goods',
    keywords: ['delivery', 'supplier', 'intake', 'check in', 'inventory'],
    href: '/inventory/receipts/new',
    needs: ['update:inventory'],
  },
  {
    label: 'Record harvest',
    keywords: ['grow', 'weigh', 'crop', 'batch'],
    href: '/inventory/receipts/new?kind=harvest',
    needs: ['update:inventory'],
    only: SELLERS,
  },
  {
    label: 'Package a harvest',
    keywords: ['pack', 'jar', 'bag', 'yield', 'batch'],
    href: '/inventory/package',
    needs: ['update:inventory'],
    only: SELLERS,
  },
  {
    label: 'View goods receipts',
    keywords: ['delivery', 'supplier', 'received', 'inventory'],
    href: '/inventory/receipts',
    needs: ['read:inventory'],
  },
  {
    label: 'Transfer stock',
    keywords: ['move', 'room', 'inventory'],
    href: '/inventory/transfers/new',
    needs: ['update:inventory'],
  },
  {
    label: 'Import stock',
    keywords: ['CSV', 'upload', 'inventory'],
    href: '/inventory/import',
    needs: ['update:inventory'],
  },
  {
    label: 'Scan a code',
    keywords: ['camera', 'barcode', 'package tag', 'find'],
    href: '/inventory#scan',
    needs: ['read:inventory'],
  },
  {
    label: 'Count stock',
    keywords: ['stocktake', 'audit', 'inventory'],
    href: '/inventory/count',
    needs: ['update:inventory'],
  },
  {
    label: 'Sync with POS',
    keywords: ['POS', 'inventory'],
    href: '/inventory/syncs',
    needs: ['sync:inventory'],
  },
  {
    label: 'View reports to the state',
    keywords: ['Metrc', 'compliance', 'packages'],
    href: '/compliance',
    needs: ['read:integrations'],
  },
  {
    label: 'View past stock',
    keywords: ['snapshot', 'inventory', 'history'],
    href: '/inventory/snapshot',
    needs: ['read:inventory'],
  },
  {
    label: 'Connect a POS',
    keywords: ['sync', 'schedule', 'settings'],
    href: '/settings/pos',
    needs: ['update:entity', 'update:locations'],
  },
  {
    label: 'Invite member',
    keywords: ['team', 'add user', 'create'],
    href: '/settings/team?invite=true',
    needs: ['create:team'],
  },
  { label: 'Edit profile', keywords: ['name', 'account', 'settings'], href: '/settings/profile', needs: [] },
  {
    label: 'Security settings',
    keywords: ['password', 'two-factor authentication', 'MFA', 'sessions', 'recovery codes', 'account'],
    href: '/settings/security',
    needs: [],
  },
  {
    label: 'View the audit log',
    keywords: ['changes', 'history', 'actor'],
    href: '/settings/audit',
    needs: ['read:audit'],
  },
  {
    label: 'Manage API keys',
    keywords: ['developers', 'token', 'secret', 'rotate', 'revoke'],
    href: '/settings/api/keys',
    needs: ['manage:api-keys'],
  },
  {
    label: 'Manage webhooks',
    keywords: ['endpoints', 'events', 'deliveries', 'replay'],
    href: '/settings/api/webhooks',
    needs: ['read:webhooks'],
  },
  {
    label: 'Read the API reference',
    keywords: ['REST', 'OpenAPI', 'developers'],
    href: '/settings/api/reference',
    needs: ['read:usage'],
  },
];

/** Actions available with these permissions in a business of the given type, in order. */
export function actionsFor(
  permissions: readonly Permission[],
  type: EntityType,
  isLimited = false,
): PaletteLink[] {
  return RULES.filter(
    ({ needs, only, whole }) =>
      needs.every((need) => permissions.includes(need)) &&
      (!only || only.includes(type)) &&
      !(whole && isLimited),
  ).map(({ needs: _, only: __, whole: ___, ...link }) => link);
}
