import { forbidden } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { newestOf } from '@/components/business/webhooks/health';
import { endpointsList } from '@/components/business/webhooks/list';
import { EndpointsPage } from '@/components/business/webhooks/list-page';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';
import { EVENT_CHOICES } from '../../../../../components/business/webhooks/choices';

export const metadata = { title: 'Webhooks' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/settings/api/webhooks');
  const { actor, caller } = viewer;
  if (!actor.permissions.includes('read:webhooks')) forbidden();
  const { queries, HydrateClient } = prefetching(viewer);
  const state = await endpointsList.load(searchParams);
  const [all] = await Promise.all([
    caller.webhooks.list({ limit: 1 }),
    queries.webhooks.list.prefetch(endpointsList.request(state)),
  ]);
  if (state.failing) {
    const { data } = await caller.webhooks.list(endpointsList.request(state));
    await Promise.all(data.map(({ id }) => queries.webhooks.deliveries.prefetch(newestOf(id))));
  }
  return (
    <HydrateClient>
      <EndpointsPage existing={all.pagination.total} choices={EVENT_CHOICES} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
