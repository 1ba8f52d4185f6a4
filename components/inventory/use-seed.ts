'use client';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { trpc } from '@/components/providers/trpc';
import type { InventoryItem, InventoryList, ListInput, MovementPage } from './types';

/** What a page was rendered with, and when that was read. */
export type Seed = {
  at: number;
  lists?: readonly { input: ListInput; data: InventoryList }[];
  item?: InventoryItem;
  movements?: { input: { id: string; page: number; limit: number }; data: MovementPage };
};

/**
 * Puts what the server rendered into the query cache, before the first read of it. What was kept from an earlier
 * visit and is older gives way; what is newer (Back to a page that the router had kept) stays.
 */
export function useSeed(seed: Seed): void {
  const client = useQueryClient();
  useMemo(() => {
    const put = (key: readonly unknown[], data: unknown) => {
      if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) < seed.at) {
        client.setQueryData(key, data, { updatedAt: seed.at });
      }
    };
    for (const { input, data } of seed.lists ?? [])
      put(getQueryKey(trpc.inventory.list, input, 'query'), data);
    if (seed.item) put(getQueryKey(trpc.inventory.get, { id: seed.item.id }, 'query'), seed.item);
    if (seed.movements)
      put(getQueryKey(trpc.inventory.movements, seed.movements.input, 'query'), seed.movements.data);
  }, [client, seed]);
}
