import { type EntityType, type Permission, SELLERS } from '@/server/kernel/permissions';

/** Something that a member creates, and the page where it begins. */
export type Creation = { label: string; href: string };

const RULES: readonly (Creation & { needs: Permission; only?: readonly EntityType[] })[] = [
  { label: 'Order', href: '/market', needs: 'create:orders', only: ['retailer'] },
  { label: 'Order for a customer', href: '/orders/new', needs: 'create:orders', only: SELLERS },
  { label: 'Purchase', href: '/market', needs: 'create:orders', only: ['wholesaler'] },
  { label: 'Product', href: '/products/new', needs: 'create:products' },
  { label: 'Customer', href: '/customers/new', needs: 'create:customers' },
  { label: 'Transfer', href: '/inventory/transfers/new', needs: 'update:inventory' },
  { label: 'Count', href: '/inventory/count', needs: 'update:inventory' },
  { label: 'Invitation', href: '/settings/team?invite=true', needs: 'create:team' },
];

/** What the Create menu offers with these permissions in a business of the given type, in order. */
export function creationsFor(permissions: readonly Permission[], type: EntityType): Creation[] {
  return RULES.filter(({ needs, only }) => permissions.includes(needs) && (!only || only.includes(type))).map(
    ({ label, href }) => ({ label, href }),
  );
}
