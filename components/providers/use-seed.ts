'use client';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

/**
 * Puts what the server rendered a page from into the query cache, before the first read of it: an older answer kept
 * from an earlier visit gives way, a newer one (Back to a page that the router had kept) stays.
 * @param at when the server read it, in milliseconds
 */
export function useSeed(at: number, entries: readonly (readonly [key: QueryKey, data: unknown])[]): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries belong to their moment
  useMemo(() => {
    for (const [key, data] of entries) {
      if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) < at)
        client.setQueryData(key, data, { updatedAt: at });
    }
  }, [client, at]);
}
