'use client';
import { useRef } from 'react';
import { useSelection } from '@/components/data-table/use-selection';
import { trpc } from '@/components/providers/trpc';
import type { InventoryItem, InventoryList, ListInput } from './types';

/** "Select all matching" asks for every row: beyond this many, a filter comes first. */
const MAX_MATCHING = 5000;

/** Which items are selected, over all pages of the list, with what was last seen of each. */
export function useInventorySelection({
  input,
  answer,
  shown,
  viewKey,
  pageKey,
  settled,
}: {
  input: ListInput;
  answer: InventoryList | undefined;
  shown: readonly InventoryItem[] | undefined;
  viewKey: string;
  pageKey: string;
  /** False while the rows of an earlier view are still shown. */
  settled: boolean;
}) {
  const utils = trpc.useUtils();
  const known = useRef(new Map<string, InventoryItem>());
  for (const item of answer?.data ?? []) known.current.set(item.id, item);
  const loadMatchingIds = async () => {
    const ids: string[] = [];
    for (let page = 1; ; page++) {
      const { data, pagination } = await utils.inventory.list.fetch({ ...input, page, limit: 500 });
      for (const item of data) known.current.set(item.id, item);
      ids.push(...data.map((item) => item.id));
      if (!pagination.has_more) return ids;
    }
  };
  const few = answer !== undefined && (answer.pagination.total ?? 0) <= MAX_MATCHING;
  const selection = useSelection({
    ids: shown?.map((item) => item.id),
    viewKey,
    pageKey,
    settled,
    loadMatchingIds: few ? loadMatchingIds : undefined,
  });
  return { selection, selectedItems: () => selection.ids.flatMap((id) => known.current.get(id) ?? []) };
}
