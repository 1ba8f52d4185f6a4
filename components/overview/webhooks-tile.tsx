'use client';
import { Webhook } from 'lucide-react';
import { trpc } from '@/components/providers/trpc';
import { endpointsQuery } from '@/components/webhooks/endpoints-list';
import type { EndpointPage } from '@/components/webhooks/types';
import { needsAttention, useEndpointHealth } from '@/components/webhooks/use-endpoint-health';
import { WorkTile } from './work-tile';

// Ten endpoints are eleven questions: less often than the figures.
const POLL_MS = 60_000;

/** Endpoints that were disabled for failing, or at which something failed in the last 24 hours. */
export function WebhooksTile({ first, at }: { first: EndpointPage; at: number }) {
  const { data } = trpc.webhooks.list.useQuery(
    endpointsQuery({ sort: 'created_at', active: null, page: 1, q: '' }),
    { initialData: first, initialDataUpdatedAt: at, refetchInterval: POLL_MS },
  );
  const health = useEndpointHealth(data.data, POLL_MS);
  const failing = data.data.filter((endpoint) => needsAttention(endpoint, health.get(endpoint.id)));
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
