import type { EntityType, Permission } from '@/server/kernel/permissions';

type Start = { label: string; href: string; needs: Permission; only?: readonly EntityType[] };

/** How a business begins, in order. */
const STARTS: readonly Start[] = [
  { label: 'Find suppliers', href: '/suppliers', needs: 'create:connections', only: ['retailer'] },
  { label: 'Add product', href: '/products/new', needs: 'create:products' },
  { label: 'Import inventory', href: '/inventory/import', needs: 'update:inventory' },
  {
    label: 'Add customer',
    href: '/customers/new',
    needs: 'create:customers',
  },
];

/** What a member may begin with; nothing for one who can't change anything. */
export function startsFor(permissions: readonly Permission[], type: EntityType): readonly Start[] {
  return STARTS.filter(({ needs, only }) => permissions.includes(needs) && (!only || only.includes(type)));
}
