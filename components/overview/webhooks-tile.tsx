'use client';
import { Webhook } from 'lucide-react';
import { trpc } from '@/components/providers/trpc';
import { ALL_ENDPOINTS } from '@/components/webhooks/list';
import { needsAttention, useEndpointHealth } from '@/components/webhooks/use-endpoint-health';
import { WorkTile } from './work-tile';

// Ten endpoints are eleven questions: less often than the figures.
const POLL_MS = 60_000;

/** Endpoints that were disabled for failing, or at which something failed in the last 24 hours; absent without endpoints. */
export function WebhooksTile() {
  const { data } = trpc.webhooks.list.useQuery(ALL_ENDPOINTS, { refetchInterval: POLL_MS });
  const endpoints = data?.data ?? [];
  const health = useEndpointHealth(endpoints, POLL_MS);
  if (endpoints.length === 0) return null;
  const failing = endpoints.filter((endpoint) => needsAttention(endpoint, health.get(endpoint.id)));
  return (
    <WorkTile
      icon={Webhook}
      tone="danger"
      count={failing.length}
      label={failing.length === 1 ? 'failing webhook' : 'failing webhooks'}
      note="disabled, or failed in 24 hours"
      href="/settings/api/webhooks"
    />
  );
}
