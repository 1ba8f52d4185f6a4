import {
  Boxes,
  ClipboardCheck,
  FilePenLine,
  FileWarning,
  Hourglass,
  type LucideIcon,
  PackageCheck,
  PackageMinus,
  RefreshCw,
  Repeat,
  Siren,
  Truck,
  Webhook,
} from 'lucide-react';
import { batchesList } from '@/components/batches/list';
import { draftsList } from '@/components/drafts/list';
import { inventoryList } from '@/components/inventory/list';
import { ordersList } from '@/components/orders/list';
import { recallsList } from '@/components/recalls/list';
import { syncsList } from '@/components/syncs/list';
import { healthOf, needsAttention, newestOf } from '@/components/webhooks/health';
import { ALL_ENDPOINTS } from '@/components/webhooks/list';
import type { Side } from '@/server/features/orders/flow/schema';
import { BUYERS, type EntityType, type Permission, SELLERS } from '@/server/kernel/permissions';
import type { Viewer } from '@/server/transport/runtime';
import type { WorkTone } from './work-tile';

/** Who looks, and what day it is for the business. */
export type Looking = Viewer & {
  today: string;
  /** The location of the switcher; null for all. Lists open in it. */
  chosen: Location | null;
  /** Where what is low is reordered; null for those who can't. */
  receiving: Location | null;
};
type Location = { id: string; name: string };

/** One kind of work that waits. */
export type Work = {
  key: string;
  icon: LucideIcon;
  /** Its color while something waits. */
  tone: WorkTone;
  label: (count: number) => string;
  note: string | ((looking: Looking) => string);
  /** The list that holds it. */
  href: (looking: Looking) => string;
  /** How many rows that list shows. */
  count: (looking: Looking) => Promise<number>;
  needs: readonly Permission[];
  only?: readonly EntityType[];
};

/** What a list responds with, as far as it is counted. */
type Counted = Promise<{ pagination: { total: number | null } }>;

/** The address of a list that opens in the chosen location. */
const inLocation = (href: string, { chosen }: Looking) =>
  chosen ? `${href}&location_id=${chosen.id}` : href;

const totalOf = async (list: Counted) => (await list).pagination.total ?? 0;
const parametersOf = (href: string) => new URL(href, 'http://home').searchParams;
const nouns = (one: string, many: string) => (count: number) => (count === 1 ? one : many);

/** Orders in a status: the count is that of the list at the same address (decision 208). */
function orders(
  side: Side,
  status: string,
  work: Pick<Work, 'key' | 'icon' | 'tone' | 'label' | 'note'>,
): Work {
  const href = `/orders?status=${status}`;
  return {
    ...work,
    needs: ['read:orders'],
    only: side === 'retailer' ? BUYERS : SELLERS,
    // A wholesaler's purchases have a page of their own.
    href: ({ actor }) =>
      side === 'retailer' && actor.entity.type !== 'retailer' ? `/purchases?status=${status}` : href,
    count({ caller }) {
      const request = ordersList.request(ordersList.load(parametersOf(href)), side);
      return totalOf(caller.orders.summaries({ ...request, limit: 1 }));
    },
  };
}

/** Batches of a view. */
function batches(view: string, work: Pick<Work, 'key' | 'icon' | 'tone' | 'label' | 'note'>): Work {
  const href = (looking: Looking) => inLocation(`/batches?view=${view}`, looking);
  return {
    ...work,
    needs: ['read:inventory'],
    href,
    count(looking) {
      const request = batchesList.request(batchesList.load(parametersOf(href(looking))), looking.today);
      return totalOf(looking.caller.batches.list({ ...request, limit: 1 }));
    },
  };
}

const lowStock = (looking: Looking) => inLocation('/inventory?low_stock=true', looking);
const failingSyncs = (looking: Looking) => inLocation('/inventory/syncs?failing=true', looking);

const QUOTES = '/drafts?status=sent&side=buying';

/** Every kind of work, the most urgent first. A new kind is a new entry here. */
const WORK: readonly Work[] = [
  {
    key: 'recalls',
    icon: Siren,
    tone: 'danger',
    label: nouns('recall to respond to', 'recalls to respond to'),
    note: 'for batches in your stock',
    needs: ['read:inventory'],
    href: () => '/recalls?waiting=true',
    count({ caller }) {
      const request = recallsList.request(recallsList.load(parametersOf('/recalls?waiting=true')));
      return totalOf(caller.recalls.list({ ...request, limit: 1 }));
    },
  },
  orders('wholesaler', 'pending', {
    key: 'accept',
    icon: ClipboardCheck,
    tone: 'warning',
    label: nouns('order to accept', 'orders to accept'),
    note: 'awaiting your approval',
  }),
  orders('wholesaler', 'accepted', {
    key: 'pack',
    icon: Boxes,
    tone: 'info',
    label: nouns('order to pack', 'orders to pack'),
    note: 'accepted, not yet in preparation',
  }),
  orders('wholesaler', 'preparing', {
    key: 'ship',
    icon: Truck,
    tone: 'info',
    label: nouns('order to ship', 'orders to ship'),
    note: 'in preparation',
  }),
  orders('retailer', 'shipped', {
    key: 'receive',
    icon: PackageCheck,
    tone: 'warning',
    label: nouns('delivery to receive', 'deliveries to receive'),
    note: 'shipped to you',
  }),
  {
    key: 'quotes',
    icon: FilePenLine,
    tone: 'warning',
    label: nouns('quote to respond to', 'quotes to respond to'),
    note: 'sent by your suppliers',
    needs: ['read:orders'],
    only: BUYERS,
    href: () => QUOTES,
    count({ caller }) {
      const request = draftsList.request(draftsList.load(parametersOf(QUOTES)), 'buying');
      return totalOf(caller.drafts.list({ ...request, limit: 1 }));
    },
  },
  {
    key: 'reorder',
    icon: Repeat,
    tone: 'warning',
    label: nouns('item to reorder', 'items to reorder'),
    note: ({ receiving }) => (receiving ? `low at ${receiving.name}` : 'low, and sold by your suppliers'),
    needs: ['create:orders'],
    only: BUYERS,
    href: ({ receiving }) => (receiving ? `/reorder?location_id=${receiving.id}` : '/reorder'),
    count: async ({ caller, receiving }) =>
      receiving ? totalOf(caller.market.reorder({ location_id: receiving.id, limit: 1 })) : 0,
  },
  {
    key: 'low',
    icon: PackageMinus,
    tone: 'danger',
    label: () => 'low in stock',
    note: 'below your threshold',
    needs: ['read:inventory'],
    href: lowStock,
    count(looking) {
      const request = inventoryList.request(inventoryList.load(parametersOf(lowStock(looking))));
      return totalOf(looking.caller.inventory.levels({ ...request, limit: 1 }));
    },
  },
  batches('expiring', {
    key: 'expiring',
    icon: Hourglass,
    tone: 'warning',
    label: nouns('expiring batch', 'expiring batches'),
    note: 'expired or expiring within 30 days',
  }),
  batches('uncertified', {
    key: 'certificates',
    icon: FileWarning,
    tone: 'warning',
    label: nouns('batch without a certificate', 'batches without a certificate'),
    note: 'in stock',
  }),
  {
    key: 'syncs',
    icon: RefreshCw,
    tone: 'danger',
    label: nouns('location with a failed sync', 'locations with a failed sync'),
    note: 'in the latest POS sync',
    needs: ['sync:inventory'],
    href: failingSyncs,
    count(looking) {
      const request = syncsList.request(syncsList.load(parametersOf(failingSyncs(looking))));
      return totalOf(looking.caller.inventory.sync.list({ ...request, limit: 1 }));
    },
  },
  {
    key: 'webhooks',
    icon: Webhook,
    tone: 'danger',
    label: nouns('failing webhook', 'failing webhooks'),
    note: 'disabled, or failed in the last 24 hours',
    needs: ['read:webhooks'],
    href: () => '/settings/api/webhooks?failing=true',
    async count({ caller }) {
      const { data } = await caller.webhooks.list(ALL_ENDPOINTS);
      const failing = await Promise.all(
        data.map(async (endpoint) => {
          const { data: deliveries } = await caller.webhooks.deliveries(newestOf(endpoint.id));
          return needsAttention(endpoint, healthOf(deliveries));
        }),
      );
      return failing.filter(Boolean).length;
    },
  },
];

/** The kinds of work of a member, in order. */
export function workOf({ actor: { permissions, entity } }: Looking): Work[] {
  return WORK.filter(
    ({ needs, only }) =>
      needs.every((need) => permissions.includes(need)) && (!only || only.includes(entity.type)),
  );
}
