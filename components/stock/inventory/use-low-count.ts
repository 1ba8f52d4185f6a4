'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '@/components/ui/providers/trpc';

const PAUSE_MS = 250;

/** How many items would be low under a threshold, once typing has paused; undefined until it is known. */
export function useLowCount(threshold: number | null): { count: number | undefined; settled: boolean } {
  const [asked, setAsked] = useState(threshold);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(threshold), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [threshold]);
  const query = trpc.inventory.levels.useQuery(
    { low_stock: true, low_stock_threshold: asked ?? 0, limit: 1 },
    { enabled: asked !== null, placeholderData: keepPreviousData },
  );
  return {
    count: query.data?.pagination.total ?? undefined,
    settled: asked === threshold && !query.isPlaceholderData,
  };
}
