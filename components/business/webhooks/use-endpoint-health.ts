'use client';
import { trpc } from '@/components/ui/providers/trpc';
import { type Health, healthOf, newestOf } from './health';
import type { Endpoint } from './types';

/**
 * What failed lately at each endpoint, by its id; nothing of an endpoint until its deliveries are known.
 * @param pollMs how often to ask again
 */
export function useEndpointHealth(
  endpoints: readonly Pick<Endpoint, 'id'>[],
  pollMs: number,
): ReadonlyMap<string, Health> {
  const answers = trpc.useQueries((query) =>
    endpoints.map(({ id }) => query.webhooks.deliveries(newestOf(id), { refetchInterval: pollMs })),
  );
  const known = new Map<string, Health>();
  for (const [index, { id }] of endpoints.entries()) {
    const deliveries = answers[index]?.data?.data;
    if (deliveries) known.set(id, healthOf(deliveries));
  }
  return known;
}
