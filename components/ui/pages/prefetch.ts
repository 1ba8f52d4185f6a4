import { QueryClient } from '@tanstack/react-query';
import { createHydrationHelpers } from '@trpc/react-query/rsc';
import { pack } from '@/components/ui/providers/packed';
import type { AppRouter } from '@/server/transport/router';
import type { Viewer } from '@/server/transport/runtime';

type Prefetching = ReturnType<typeof prefetching>;
export type Queries = Prefetching['queries'];
export type Taken = Prefetching['taken'];

/**
 * Reads a page's queries on the server, so that the browser starts with their results: `queries.orders.summaries.prefetch(…)`,
 * then the page inside `HydrateClient`. A query that fails is left to the browser, which shows the error with Retry.
 */
export function prefetching({ caller }: Viewer) {
  const client = new QueryClient({ defaultOptions: { dehydrate: { serializeData: pack } } });
  const { trpc: queries, HydrateClient } = createHydrationHelpers<AppRouter>(caller, () => client);
  return {
    queries,
    /** Hands on what the page has read already. @param procedure as in `orders.get` */
    give: (procedure: string, input: object, data: unknown) =>
      client.setQueryData([procedure.split('.'), { input, type: 'query' }], data),
    /** What a query that was prefetched has read; undefined where it failed. */
    taken: <T>(procedure: string, input: object) =>
      client.getQueryData<T>([procedure.split('.'), { input, type: 'query' }]),
    HydrateClient,
  };
}
