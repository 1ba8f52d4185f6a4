import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { cache } from 'react';
import { unlessAbsent } from '@/app/absent';
import { findViewer, requireViewer } from '@/app/runtime';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';
import { deliveriesList, deliveriesQuery } from '@/components/webhooks/deliveries-list';
import { EndpointPage } from '@/components/webhooks/endpoint-page';
import { hostOf } from '@/components/webhooks/words';
import { EVENT_CHOICES } from '../choices';

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

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const { actor, caller } = await requireViewer(`/settings/api/webhooks/${encodeURIComponent(id)}`);
  if (!actor.permissions.includes('read:webhooks')) return <ForbiddenPanel needs="an admin or owner" />;
  const at = Date.now();
  const endpoint = await findEndpoint(id);
  if (!endpoint) notFound();
  const input = deliveriesQuery(endpoint.id, await deliveriesList.load(searchParams));
  return (
    <EndpointPage
      key={endpoint.id}
      first={{ endpoint, deliveries: { input, page: await caller.webhooks.deliveries(input) } }}
      at={at}
      choices={EVENT_CHOICES}
    />
  );
}
