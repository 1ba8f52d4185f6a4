'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { inferRouterInputs } from '@trpc/server';
import { useEffect, useState } from 'react';
import { trpc } from '@/components/ui/providers/trpc';
import type { AppRouter } from '@/server/transport/router';

type Asked = inferRouterInputs<AppRouter>['invoices']['quoteCredit'];

/** While one types, what is asked for would change with each digit. */
const PAUSE_MS = 250;

/** What a credit comes to as it is entered. @param asked null where nothing would be credited. `current`: it is that of what is entered */
export function useCreditQuote(asked: Asked | null) {
  const { client } = trpc.useUtils();
  const key = JSON.stringify(asked);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['credit-quote', settled],
    queryFn: () => client.invoices.quoteCredit.mutate(JSON.parse(settled) as Asked),
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { quote: asked && data ? data : null, current: settled === key && !isPlaceholderData };
}
