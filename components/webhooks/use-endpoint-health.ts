'use client';
import { trpc } from '@/components/providers/trpc';
import { arrived } from './labels';
import type { Attempt, Endpoint } from './types';

/** How many of the newest deliveries are looked at: enough to tell a hitch from an endpoint that is down. */
const LOOKED_AT = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

export type Health = {
  /** deliveries looked at whose last attempt has been made */
  tried: number;
  /** of them those whose last attempt failed, in the last 24 hours */
  failed: number;
  /** of the newest delivery that failed */
  lastFailure: Attempt | null;
  /** whether any of those was more than a test */
  failing: boolean;
};

/**
 * What failed lately at each endpoint, by its id; nothing of an endpoint until its deliveries are known.
 * @param pollMs how often to ask again
 */
export function useEndpointHealth(
  endpoints: readonly Pick<Endpoint, 'id'>[],
  pollMs: number,
): ReadonlyMap<string, Health> {
  const answers = trpc.useQueries((query) =>
    endpoints.map(({ id }) =>
      query.webhooks.deliveries({ id, sort: '-created_at', limit: LOOKED_AT }, { refetchInterval: pollMs }),
    ),
  );
  const known = new Map<string, Health>();
  for (const [index, { id }] of endpoints.entries()) {
    const deliveries = answers[index]?.data?.data;
    if (!deliveries) continue;
    const last = deliveries.flatMap(({ attempts }) => attempts.at(-1) ?? []);
    const failures = last.filter(
      (attempt) => !arrived(attempt) && Date.parse(attempt.at) > Date.now() - DAY_MS,
    );
    known.set(id, {
      tried: last.length,
      failed: failures.length,
      lastFailure: failures[0] ?? null,
      failing: failures.some(({ kind }) => kind !== 'test'),
    });
  }
  return known;
}

/** Whether an endpoint needs attention: we disabled it, or a delivery failed in the last 24 hours. */
export function needsAttention(
  { active, disabled_reason }: Pick<Endpoint, 'active' | 'disabled_reason'>,
  health: Health | undefined,
): boolean {
  if (!active) return disabled_reason !== 'manual';
  return health?.failing ?? false;
}
