'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '@/components/providers/trpc';
import { countBelow } from './count-below';

const SIZE = 100;
const PAUSE_MS = 250;

/** How many items would be low under a threshold, once typing has paused; undefined until it is known. */
export function useLowCount(threshold: number | null): { count: number | undefined; settled: boolean } {
  const { client } = trpc.useUtils();
  const [asked, setAsked] = useState(threshold);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(threshold), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [threshold]);
  const query = useQuery({
    // Among the lists of stock, so that it is asked for again whenever they are.
    queryKey: [['inventory', 'lowCount'], { threshold: asked }],
    queryFn: ({ signal }) =>
      countBelow(
        (page) => client.inventory.list.query({ page, limit: SIZE, sort: 'available_quantity' }, { signal }),
        SIZE,
        asked ?? 0,
      ),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  return { count: query.data, settled: asked === threshold && !query.isPlaceholderData };
}
