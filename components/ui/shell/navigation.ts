import {
  BUYERS,
  type EntityType,
  type Permission,
  permissionsOf,
  SELLERS,
  type TeamRole,
} from '@/server/kernel/permissions';

export type NavigationIconName =
  | 'home'
  | 'orders'
  | 'market'
  | 'cart'
  | 'reorder'
  | 'backorders'
  | 'order-requests'
  | 'menus'
  | 'drafts'
  | 'inventory'
  | 'batches'
  | 'recalls'
  | 'counts'
  | 'transfers'
  | 'syncs'
  | 'products'
  | 'network'
  | 'customers'
  | 'price-lists'
  | 'offers'
  | 'claims'
  | 'purchases'
  | 'invoices'
  | 'payments'
  | 'bank'
  | 'receivables'
  | 'reports'
  | 'settings';

export type NavigationEntry = {
  href: string;
  label: string;
  icon: NavigationIconName;
  /** The letter after G that opens the page. */
  letter?: string;
  /** The entry of the sidebar that it is a tab of. */
  under?: string;
  /** The query with which the page opens; its address is the same page. */
  view?: string;
};

/** A part of the sidebar; pages without a heading of their own have a null label. */
export type NavigationGroup = { label: string | null; entries: NavigationEntry[] };

export type Navigation = {
  groups: NavigationGroup[];
  settings: NavigationEntry;
  /** The tabs of a phone; everything else is in its More sheet. */
  tabs: NavigationEntry[];
  /** Every page, in order, also those that are tabs of another. */
  pages: NavigationEntry[];
};

type Rule = Omit<NavigationEntry, 'label' | 'under' | 'view'> & {
  label: string | Partial<Record<EntityType, string>>;
  /** The query with which it opens for these. */
  view?: Partial<Record<EntityType, string>>;
  /** Its heading in the sidebar; null for a page that has none. */
  group: 'Orders' | 'Stock' | 'Network' | 'Money' | null;
  /** What a role must hold to open it. */
  permission?: Permission;
  /** Entity types that have it at all; absent means all. */
  only?: readonly EntityType[];
  /** Of the whole business: not for members limited to locations. */
  whole?: true;
  /** The page that it is a tab of, instead of an entry of the sidebar. */
  under?: string;
  /** Entity types for which it is one of the four tabs of a phone. */
  tab?: readonly EntityType[];
};

const ALL: readonly EntityType[] = ['retailer', 'wholesaler', 'cultivator'];
const SETTINGS: NavigationEntry = { href: '/settings', label: 'Settings', icon: 'settings', letter: 's' };

/** Every page of the navigation, in order. A new page is a new line here, and its icon one in navigation.css. */
const RULES: readonly Rule[] = [
  { href: '/', label: 'Home', icon: 'home', letter: 'h', group: null, tab: ALL },
  {
    href: '/orders',
    label: { retailer: 'Purchases', wholesaler: 'Sales', cultivator: 'Sales' },
    icon: 'orders',
    letter: 'o',
    // Who sells begins with what is left to do.
    view: { wholesaler: '?status=open', cultivator: '?status=open' },
    group: 'Orders',
    permission: 'read:orders',
    tab: ['retailer', 'wholesaler'],
  },
  {
    href: '/purchases',
    label: 'Purchases',
    icon: 'purchases',
    group: 'Orders',
    permission: 'read:orders',
    only: ['wholesaler'],
  },
  {
    href: '/drafts',
    under: '/orders',
    label: 'Drafts and quotes',
    icon: 'drafts',
    group: 'Orders',
    permission: 'read:orders',
  },
  {
    href: '/order-requests',
    label: 'Order requests',
    icon: 'order-requests',
    group: 'Orders',
    permission: 'read:orders',
    only: SELLERS,
  },
  {
    href: '/backorders',
    under: '/orders',
    label: 'Backorders',
    icon: 'backorders',
    group: 'Orders',
    permission: 'read:orders',
  },
  {
    href: '/market',
    label: 'Market',
    icon: 'market',
    letter: 'm',
    group: 'Orders',
    permission: 'read:products',
    only: BUYERS,
    tab: ['retailer'],
  },
  {
    href: '/reorder',
    label: 'Reorder',
    icon: 'reorder',
    group: 'Orders',
    permission: 'create:orders',
    only: BUYERS,
  },
  {
    href: '/cart',
    label: 'Cart',
    icon: 'cart',
    letter: 'c',
    group: 'Orders',
    permission: 'create:orders',
    only: BUYERS,
  },
  {
    href: '/inventory',
    label: 'Inventory',
    icon: 'inventory',
    letter: 'i',
    group: 'Stock',
    permission: 'read:inventory',
    tab: ALL,
  },
  {
    href: '/batches',
    label: 'Batches',
    icon: 'batches',
    letter: 'b',
    group: 'Stock',
    permission: 'read:inventory',
  },
  {
    href: '/recalls',
    under: '/batches',
    label: 'Recalls',
    icon: 'recalls',
    group: 'Stock',
    permission: 'read:inventory',
  },
  {
    href: '/inventory/count',
    label: 'Counts',
    icon: 'counts',
    group: 'Stock',
    permission: 'update:inventory',
  },
  {
    href: '/inventory/transfers',
    under: '/inventory',
    label: 'Transfers',
    icon: 'transfers',
    group: 'Stock',
    permission: 'read:inventory',
  },
  {
    href: '/inventory/syncs',
    under: '/inventory',
    label: 'Syncs',
    icon: 'syncs',
    group: 'Stock',
    permission: 'read:inventory',
  },
  {
    href: '/products',
    label: 'Products',
    icon: 'products',
    letter: 'p',
    group: 'Stock',
    permission: 'read:products',
    tab: ['wholesaler', 'cultivator'],
  },
  {
    href: '/suppliers',
    label: 'Suppliers',
    icon: 'network',
    letter: 'n',
    group: 'Network',
    permission: 'read:connections',
    only: ['retailer'],
  },
  {
    href: '/customers',
    label: 'Customers',
    icon: 'customers',
    letter: 'n',
    group: 'Network',
    permission: 'read:customers',
    only: SELLERS,
    tab: ['cultivator'],
  },
  {
    href: '/suppliers',
    label: 'Suppliers',
    icon: 'network',
    group: 'Network',
    permission: 'read:connections',
    only: ['wholesaler'],
  },
  {
    href: '/price-lists',
    label: 'Price lists',
    icon: 'price-lists',
    group: 'Network',
    permission: 'read:prices',
    only: SELLERS,
  },
  {
    href: '/menus',
    under: '/price-lists',
    label: 'Menus',
    icon: 'menus',
    group: 'Network',
    permission: 'read:menus',
    only: SELLERS,
  },
  {
    href: '/offers',
    label: 'Offers',
    icon: 'offers',
    group: 'Network',
    permission: 'read:prices',
    only: SELLERS,
  },
  {
    href: '/claims',
    under: '/suppliers',
    label: 'Claims',
    icon: 'claims',
    group: 'Network',
    permission: 'update:connections',
    only: ['retailer'],
  },
  {
    href: '/claims',
    under: '/customers',
    label: 'Claims',
    icon: 'claims',
    group: 'Network',
    permission: 'update:connections',
    only: SELLERS,
  },
  {
    href: '/bills',
    label: 'Bills',
    icon: 'invoices',
    group: 'Money',
    permission: 'read:invoices',
    only: ['retailer'],
  },
  {
    href: '/invoices',
    label: 'Invoices',
    icon: 'invoices',
    group: 'Money',
    permission: 'read:invoices',
    only: SELLERS,
  },
  {
    href: '/payments',
    under: '/invoices',
    label: 'Payments',
    icon: 'payments',
    group: 'Money',
    permission: 'read:invoices',
    only: SELLERS,
    whole: true,
  },
  {
    href: '/receivables',
    under: '/invoices',
    label: 'Receivables',
    only: SELLERS,
    icon: 'receivables',
    group: 'Money',
    permission: 'read:invoices',
    whole: true,
  },
  {
    href: '/bank',
    under: '/invoices',
    label: 'Bank',
    icon: 'bank',
    group: 'Money',
    permission: 'read:bank',
    only: SELLERS,
    whole: true,
  },
  {
    href: '/pay-runs',
    under: '/bills',
    label: 'Pay runs',
    icon: 'payments',
    group: 'Money',
    permission: 'pay:bills',
    only: ['retailer'],
    whole: true,
  },
  {
    href: '/pay-runs',
    under: '/invoices',
    label: 'Pay runs',
    icon: 'payments',
    group: 'Money',
    permission: 'pay:bills',
    only: ['wholesaler'],
    whole: true,
  },
  { href: '/reports', label: 'Reports', icon: 'reports', group: null, permission: 'read:inventory' },
];

/** What a role in a business of the given type may open, by place. */
export function navigationFor(role: TeamRole, type: EntityType, isLimited = false): Navigation {
  const held = permissionsOf(role, type);
  const rules = RULES.filter(
    ({ permission, only, whole }) =>
      (!permission || held.includes(permission)) && (!only || only.includes(type)) && !(whole && isLimited),
  );
  const isOffered = (place: string) => rules.some(({ href }) => href === place);
  const entryOf = ({ href, label, icon, letter, under, view }: Rule): NavigationEntry => ({
    href,
    ...(view?.[type] && { view: view[type] }),
    label: typeof label === 'string' ? label : (label[type] ?? ''),
    icon,
    ...(letter && { letter }),
    // Where its parent isn't the member's to open, it is an entry of the sidebar.
    ...(under && isOffered(under) && { under }),
  });
  // One object for each entry: React then sends it to the browser once.
  const entries = rules.map(entryOf);
  const groups: NavigationGroup[] = [];
  for (const [at, entry] of entries.entries()) {
    if (entry.under) continue;
    const label = rules[at]?.group ?? null;
    const last = groups.at(-1);
    if (last && last.label === label) last.entries.push(entry);
    else groups.push({ label, entries: [entry] });
  }
  return {
    groups,
    settings: SETTINGS,
    tabs: entries.filter((_, at) => rules[at]?.tab?.includes(type)),
    pages: [...entries, SETTINGS],
  };
}
