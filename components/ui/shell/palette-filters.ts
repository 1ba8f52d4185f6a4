import { PACKING } from '@/server/kernel/order-statuses';
import { BUYERS, type EntityType, SELLERS } from '@/server/kernel/permissions';
import type { PaletteLink } from './palette-types';

type Rule = PaletteLink & { only?: readonly EntityType[] };

/** Lists narrowed to what needs work. */
const RULES: readonly Rule[] = [
  { label: 'Low stock', keywords: ['inventory', 'reorder'], href: '/inventory?low_stock=true' },
  {
    label: 'Quarantined stock',
    keywords: ['inventory', 'quarantine', 'room'],
    href: '/inventory?room_type=quarantine',
  },
  { label: 'Expiring batches', keywords: ['lots', 'expiration'], href: '/batches?view=expiring' },
  { label: 'Held batches', keywords: ['lots', 'hold', 'release'], href: '/batches?view=held' },
  { label: 'Batches without a certificate', keywords: ['COA', 'missing'], href: '/batches?view=uncertified' },
  {
    label: 'Pending purchases',
    keywords: ['orders', 'waiting'],
    href: '/orders?status=pending',
    only: ['retailer'],
  },
  {
    label: 'Pending purchases',
    keywords: ['orders', 'waiting'],
    href: '/purchases?status=pending',
    only: ['wholesaler'],
  },
  {
    label: 'Shipped purchases',
    keywords: ['orders', 'receive', 'deliveries'],
    href: '/orders?status=shipped',
    only: ['retailer'],
  },
  {
    label: 'Shipped purchases',
    keywords: ['orders', 'receive', 'deliveries'],
    href: '/purchases?status=shipped',
    only: ['wholesaler'],
  },
  {
    label: 'Pending sales',
    keywords: ['orders', 'accept'],
    href: '/orders?status=pending',
    only: SELLERS,
  },
  {
    label: 'Sales to ship',
    keywords: ['orders', PACKING, 'pack'],
    href: `/orders?status=${PACKING}`,
    only: SELLERS,
  },
  { label: 'Overdue invoices', keywords: ['unpaid', 'late', 'money'], href: '/invoices?status=overdue' },
  { label: 'Failed syncs', keywords: ['POS', 'errors'], href: '/inventory/syncs?status=failed' },
  {
    label: 'Pending supplier requests',
    keywords: ['connections', 'network'],
    href: '/suppliers?status=pending',
    only: BUYERS,
  },
  {
    label: 'Pending customer requests',
    keywords: ['connections', 'network'],
    href: '/customers/requests',
    only: SELLERS,
  },
];

/** The filtered lists of a business of the given type, in order. */
export function filtersFor(type: EntityType): PaletteLink[] {
  return RULES.filter(({ only }) => !only || only.includes(type)).map(({ only: _, ...link }) => link);
}
