'use client';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useRef } from 'react';
import { trpc } from '@/components/providers/trpc';
import type { CountLine, CountLines } from './types';

type Entry =
  | { inventory_id: string; counted: number }
  | { inventory_id: string; clear: true }
  | { sku: string; add: number };

/**
 * Records what was counted, one entry after the other: a scanner is faster than the network. The sheet shows each
 * response without being read again.
 */
export function useRecord(id: string): (entry: Entry) => Promise<CountLine> {
  const queryClient = useQueryClient();
  const { mutateAsync } = trpc.inventory.counts.record.useMutation();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return (entry) => {
    const recorded = queue.current.then(async () => {
      const line = await mutateAsync({ id, ...entry });
      queryClient.setQueriesData<CountLines>(
        { queryKey: getQueryKey(trpc.inventory.counts.lines) },
        (lines) =>
          lines && {
            ...lines,
            data: lines.data.map((one) => (one.inventory_id === line.inventory_id ? line : one)),
          },
      );
      return line;
    });
    queue.current = recorded.catch(() => {});
    return recorded;
  };
}
