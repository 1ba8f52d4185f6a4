import { type EntityType, type Permission, permissionsOf, type TeamRole } from '@/server/kernel/permissions';

export type NavigationIconName =
  | 'overview'
  | 'inventory'
  | 'batches'
  | 'products'
  | 'market'
  | 'cart'
  | 'orders'
  | 'network'
  | 'settings'
  | 'developers';

export type NavigationEntry = {
  href: string;
  label: string;
  icon: NavigationIconName;
  /** The letter after G that leads there. */
  letter: string;
  group: 'main';
};

type Rule = Omit<NavigationEntry, 'label'> & {
  label: string | Record<EntityType, string>;
  /** What a role must hold to open it. */
  permission?: Permission;
  /** Entity types that have it at all; absent means all. */
  only?: readonly EntityType[];
};

/** Every page of the navigation, in its order. A new page is a new line here (and an icon beside it). */
const RULES: readonly Rule[] = [
  { href: '/', label: 'Overview', icon: 'overview', letter: 'h', group: 'main' },
  {
    href: '/orders',
    label: { retailer: 'Purchases', wholesaler: 'Sales', cultivator: 'Orders' },
    icon: 'orders',
    letter: 'o',
    group: 'main',
    permission: 'read:orders',
    only: ['retailer', 'wholesaler'],
  },
  {
    href: '/inventory',
    label: 'Inventory',
    icon: 'inventory',
    letter: 'i',
    group: 'main',
    permission: 'read:inventory',
  },
  {
    href: '/batches',
    label: 'Batches',
    icon: 'batches',
    letter: 'b',
    group: 'main',
    permission: 'read:inventory',
  },
  {
    href: '/products',
    label: 'Products',
    icon: 'products',
    letter: 'p',
    group: 'main',
    permission: 'read:products',
  },
  {
    href: '/market',
    label: 'Market',
    icon: 'market',
    letter: 'm',
    group: 'main',
    permission: 'read:products',
    only: ['retailer'],
  },
  {
    href: '/cart',
    label: 'Cart',
    icon: 'cart',
    letter: 'c',
    group: 'main',
    permission: 'create:orders',
    only: ['retailer'],
  },
  {
    href: '/suppliers',
    label: 'Suppliers',
    icon: 'network',
    letter: 'n',
    group: 'main',
    permission: 'read:connections',
    only: ['retailer'],
  },
  {
    href: '/customers',
    label: 'Customers',
    icon: 'network',
    letter: 'n',
    group: 'main',
    permission: 'read:connections',
    only: ['wholesaler', 'cultivator'],
  },
  { href: '/settings', label: 'Settings', icon: 'settings', letter: 's', group: 'main' },
  {
    href: '/settings/api',
    label: 'Developers',
    icon: 'developers',
    letter: 'd',
    group: 'main',
    permission: 'read:usage',
  },
];

/** The entries that a role in a business of the given type may open, in order. */
export function navigationFor(role: TeamRole, type: EntityType): NavigationEntry[] {
  const held = permissionsOf(role, type);
  return RULES.filter(
    ({ permission, only }) => (!permission || held.includes(permission)) && (!only || only.includes(type)),
  ).map(({ href, label, icon, letter, group }) => ({
    href,
    label: typeof label === 'string' ? label : label[type],
    icon,
    letter,
    group,
  }));
}
