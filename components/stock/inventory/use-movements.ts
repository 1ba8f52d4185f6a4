'use client';
import { useState } from 'react';
import { trpc } from '@/components/ui/providers/trpc';
import { movementsInput } from './detail-inputs';
import type { Movement } from './types';

/**
 * The history of an item, a page more with each `showOlder`. All pages are asked for together: a new movement
 * pushes the others on, and what then stands on two pages is shown once.
 */
export function useMovements(id: string) {
  const [pages, setPages] = useState(1);
  const queries = trpc.useQueries((ask) =>
    Array.from({ length: pages }, (_, index) =>
      ask.inventory.movements(movementsInput(id, index + 1), { refetchInterval: 15_000 }),
    ),
  );
  const byId = new Map<string, Movement>();
  for (const query of queries) for (const movement of query.data?.data ?? []) byId.set(movement.id, movement);
  const failed = queries.find((query) => query.isError);
  return {
    movements: [...byId.values()],
    total: queries[0]?.data?.pagination.total ?? 0,
    loading: queries.some((query) => query.isPending),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    showOlder: () => setPages(pages + 1),
  };
}
