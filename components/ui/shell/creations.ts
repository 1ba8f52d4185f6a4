import { BUYERS, type EntityType, type Permission, SELLERS } from '@/server/kernel/permissions';

/** Something that a member creates, and the page where it begins. */
export type Creation = {
  label: string;
  href: string;
  /** Its shortcut: "C O". */
  keys?: string;
};

const RULES: readonly (Creation & { needs: Permission; only?: readonly EntityType[] })[] = [
  { label: 'Order', href: '/market', keys: 'C O', needs: 'create:orders', only: ['retailer'] },
  { label: 'Order for a customer', href: '/orders/new', keys: 'C O', needs: 'create:orders', only: SELLERS },
  { label: 'Purchase', href: '/market', keys: 'C U', needs: 'create:orders', only: ['wholesaler'] },
  { label: 'Product', href: '/products/new', keys: 'C P', needs: 'create:products' },
  { label: 'Customer', href: '/customers/new', keys: 'C C', needs: 'create:customers' },
  { label: 'Menu', href: '/menus?new=true', needs: 'create:menus', only: SELLERS },
  { label: 'Payment', href: '/payments/new', needs: 'create:payments' },
  {
    ...{ label: 'Goods receipt', href: '/inventory/receipts/new', keys: 'C R' },
    ...{ needs: 'update:inventory', only: BUYERS },
  },
  {
    ...{ label: 'Harvest', href: '/inventory/receipts/new?kind=harvest', keys: 'C R' },
    ...{ needs: 'update:inventory', only: ['cultivator'] },
  },
  { label: 'Transfer', href: '/inventory/transfers/new', keys: 'C T', needs: 'update:inventory' },
  { label: 'Count', href: '/inventory/count', keys: 'C N', needs: 'update:inventory' },
  { label: 'Invitation', href: '/settings/team?invite=true', keys: 'C I', needs: 'create:team' },
];

/** What the Create menu offers with these permissions in a business of the given type, in order. */
export function creationsFor(permissions: readonly Permission[], type: EntityType): Creation[] {
  return RULES.filter(({ needs, only }) => permissions.includes(needs) && (!only || only.includes(type))).map(
    ({ needs: _, only: __, ...creation }) => creation,
  );
}
