import type { Permission } from '@/server/kernel/permissions';

/** Something that a member creates, and the page where it begins. */
export type Creation = { label: string; href: string };

/** A retailer alone may hold `create:orders`. */
const RULES: readonly (Creation & { needs: Permission })[] = [
  { label: 'Order', href: '/market', needs: 'create:orders' },
  { label: 'Product', href: '/products/new', needs: 'create:products' },
  { label: 'Transfer', href: '/inventory/transfers/new', needs: 'update:inventory' },
  { label: 'Count', href: '/inventory/count', needs: 'update:inventory' },
  { label: 'Invitation', href: '/settings/team?invite=true', needs: 'create:team' },
];

/** What the Create menu offers with these permissions, in order. */
export function creationsFor(permissions: readonly Permission[]): Creation[] {
  return RULES.filter(({ needs }) => permissions.includes(needs)).map(({ label, href }) => ({ label, href }));
}
