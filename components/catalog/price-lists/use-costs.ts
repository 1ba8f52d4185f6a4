'use client';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '@/components/ui/providers/trpc';

/** Items that one request names. */
const MOST = 1000;

/** What a unit of each SKU costs, where that is known. @param enabled false for a reader who may not see costs */
export function useCosts(skus: readonly string[], enabled: boolean): ReadonlyMap<string, number> {
  const { client } = trpc.useUtils();
  const asked = skus.slice(0, MOST);
  const { data } = useQuery({
    queryKey: ['price-list-costs', asked],
    queryFn: () => client.priceLists.items.mutate({ skus: [...asked] }),
    enabled: enabled && asked.length > 0,
    staleTime: 60_000,
  });
  return new Map(
    data?.data.flatMap(({ sku, unit_cost: cost }) => (cost === null ? [] : [[sku, cost] as const])) ?? [],
  );
}
