import type { EntityType, Permission } from '@/server/kernel/permissions';
import { SELLERS } from '@/server/kernel/permissions';
import type { TradeSide } from '@/server/kernel/sides';
import type { Viewer } from '@/server/transport/runtime';

type Looking = Pick<Viewer, 'actor' | 'caller'>;
type Link = { label: string; href: string };

/** One step of setting up a business. */
type Start = Link & {
  hint: string;
  /** Another way to the same. */
  or?: Link & { needs: Permission };
  needs: readonly Permission[];
  only?: readonly EntityType[];
  isDone: (looking: Looking) => Promise<boolean>;
};
export type Step = Pick<Start, 'label' | 'href' | 'hint'> & { or?: Link; done: boolean };

/** More locations than a business has when it begins. */
const FEW_LOCATIONS = 20;

const hasAny = async (list: Promise<{ data: readonly unknown[] }>, more = 0) =>
  (await list).data.length > more;

const ordersOf = ({ caller }: Looking, side: TradeSide) => caller.orders.counts({ side });

/** How a business begins, in order. */
const STARTS: readonly Start[] = [
  {
    label: 'Find a supplier',
    hint: 'Connect with a business to see its catalog and order.',
    href: '/suppliers',
    needs: ['create:connections'],
    only: ['retailer'],
    isDone: ({ caller }) => hasAny(caller.entity.connections.list({ limit: 1 })),
  },
  {
    label: 'Place your first order',
    hint: 'From the catalog of a supplier that accepted.',
    href: '/market',
    needs: ['create:orders', 'read:orders'],
    only: ['retailer'],
    isDone: async (looking) => (await ordersOf(looking, 'buying')).all > 0,
  },
  {
    label: 'Receive it',
    hint: 'Check what arrived, and it is in your stock.',
    href: '/purchases',
    needs: ['update:orders', 'read:orders'],
    only: ['retailer'],
    isDone: async (looking) => (await ordersOf(looking, 'buying')).delivered > 0,
  },
  {
    label: 'Add a location',
    hint: 'Where you store, sell and receive goods.',
    href: '/settings/locations',
    needs: ['create:locations'],
    isDone: ({ caller }) => hasAny(caller.entity.locations.list({ limit: 1 })),
  },
  {
    label: 'Add products',
    hint: 'One by one, or from a file: the import has a template.',
    href: '/products/new',
    or: { label: 'Import products', href: '/products/import', needs: 'update:products' },
    needs: ['create:products'],
    // A retailer also has the products of its suppliers.
    isDone: ({ caller, actor: { entity } }) =>
      hasAny(
        caller.products.list({ limit: 1, ...(SELLERS.includes(entity.type) && { entity_id: entity.id }) }),
      ),
  },
  {
    label: 'Set opening stock',
    hint: 'Import what you have, or count it.',
    href: '/inventory/import',
    or: { label: 'Count stock', href: '/inventory/count', needs: 'update:inventory' },
    needs: ['update:inventory'],
    isDone: ({ caller }) => hasAny(caller.inventory.list({ limit: 1 })),
  },
  {
    label: 'Add a customer',
    hint: 'On Tallyleaf or not. You can also invite them by email.',
    href: '/customers/new',
    or: { label: 'Import customers', href: '/customers/import', needs: 'update:customers' },
    needs: ['create:customers', 'read:customers'],
    isDone: ({ caller }) => hasAny(caller.customers.list({ limit: 1 })),
  },
  {
    label: 'Connect your POS',
    hint: 'Sales update your stock automatically.',
    href: '/settings/pos',
    needs: ['update:entity', 'update:locations'],
    only: ['retailer'],
    async isDone({ caller }) {
      const { data } = await caller.entity.locations.list({ limit: FEW_LOCATIONS });
      // A location without a POS is a 404.
      const found = await Promise.allSettled(data.map(({ id }) => caller.inventory.pos.get({ id })));
      return found.some(({ status }) => status === 'fulfilled');
    },
  },
  {
    label: 'Enter your first order',
    hint: 'For a customer on the phone, or send them a quote.',
    href: '/orders/new',
    needs: ['create:orders', 'read:orders'],
    only: SELLERS,
    isDone: async (looking) => (await ordersOf(looking, 'selling')).all > 0,
  },
  {
    label: 'Share a menu',
    hint: 'Your goods behind a link: any shop can ask for an order there.',
    href: '/menus?new=true',
    needs: ['create:menus', 'read:menus'],
    only: SELLERS,
    isDone: ({ caller }) => hasAny(caller.menus.list({ limit: 1 })),
  },
  {
    label: 'Invite your team',
    hint: 'Each member gets a role and, optionally, specific locations.',
    href: '/settings/team?invite=true',
    needs: ['create:team'],
    // Of those there are, one is the reader.
    isDone: ({ caller }) => hasAny(caller.entity.team.list({ limit: 2 }), 1),
  },
];

/** What a member can do to set up the business, and what of it is done; nothing for one who can't change anything. */
export function stepsFor(looking: Looking): Promise<readonly Step[]> {
  const { permissions, entity } = looking.actor;
  const offered = STARTS.filter(
    ({ needs, only }) =>
      needs.every((need) => permissions.includes(need)) && (!only || only.includes(entity.type)),
  );
  return Promise.all(
    offered.map(async ({ label, hint, href, or, isDone }) => ({
      ...{ label, hint, href, done: await isDone(looking) },
      ...(or && permissions.includes(or.needs) && { or: { label: or.label, href: or.href } }),
    })),
  );
}
