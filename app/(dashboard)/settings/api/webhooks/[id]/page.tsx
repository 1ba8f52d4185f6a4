import type { Metadata } from 'next';
import { forbidden, notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { cache } from 'react';
import { deliveriesList } from '@/components/business/webhooks/deliveries-list';
import { EndpointPage } from '@/components/business/webhooks/detail-page';
import { hostOf } from '@/components/business/webhooks/labels';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findViewer, requireViewer } from '@/components/ui/pages/runtime';
import { EVENT_CHOICES } from '../../../../../../components/business/webhooks/choices';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

/** Null when there is no such endpoint, it is another business's, or the member may not read endpoints. */
const findEndpoint = cache(async (id: string) => {
  const viewer = await findViewer();
  if (!viewer?.actor.permissions.includes('read:webhooks')) return null;
  return unlessAbsent(viewer.caller.webhooks.get({ id }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const endpoint = await findEndpoint((await params).id);
  return { title: endpoint ? hostOf(endpoint) : 'Webhook endpoint' };
}

async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/settings/api/webhooks/${encodeURIComponent(id)}`);
  if (!viewer.actor.permissions.includes('read:webhooks')) forbidden();
  const endpoint = await findEndpoint(id);
  if (!endpoint) notFound();
  const { queries, give, HydrateClient } = prefetching(viewer);
  give('webhooks.get', { id: endpoint.id }, endpoint);
  const state = await deliveriesList.load(searchParams);
  await queries.webhooks.deliveries.prefetch(deliveriesList.request(state, endpoint.id));
  return (
    <HydrateClient>
      <EndpointPage key={endpoint.id} first={endpoint} choices={EVENT_CHOICES} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
