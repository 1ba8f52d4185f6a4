'use client';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Order } from './types';

/** More locations than a buyer has. */
const MOST_LOCATIONS = 500;
const NONE: readonly { id: string; name: string; active: boolean }[] = [];

/** The buyer's locations, as far as the reader sees them: its own, or its customer's. */
export function usePlaces({ retailer }: Pick<Order, 'retailer'>, enabled: boolean) {
  const { can, entity } = useViewer();
  const buys = retailer.id === entity.id;
  const own = trpc.entity.locations.list.useQuery(
    { limit: MOST_LOCATIONS, sort: 'name' },
    { enabled: enabled && buys },
  );
  const customers = trpc.customers.get.useQuery(
    { id: retailer.id },
    { enabled: enabled && !buys && can('read:customers') },
  );
  return (buys ? own.data?.data : customers.data?.locations) ?? NONE;
}
