'use client';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '@/components/providers/trpc';
import { useSeed } from '@/components/providers/use-seed';
import type { InventoryItem, InventoryList, ListInput, MovementPage } from './types';

/** What a page was rendered with, and when that was read. */
export type Seed = {
  at: number;
  lists?: readonly { input: ListInput; data: InventoryList }[];
  item?: InventoryItem;
  movements?: { input: { id: string; page: number; limit: number }; data: MovementPage };
};

/** Puts what the server rendered into the query cache, before the first read of it. */
export function useInventorySeed({ at, lists = [], item, movements }: Seed): void {
  useSeed(at, [
    ...lists.map(({ input, data }) => [getQueryKey(trpc.inventory.list, input, 'query'), data] as const),
    ...(item ? [[getQueryKey(trpc.inventory.get, { id: item.id }, 'query'), item] as const] : []),
    ...(movements
      ? [[getQueryKey(trpc.inventory.movements, movements.input, 'query'), movements.data] as const]
      : []),
  ]);
}
