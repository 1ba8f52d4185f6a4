import { forbidden } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { ConnectionsPage } from '@/components/network/connections-page';
import { connectionsList, PENDING_COUNT } from '@/components/network/list';
import { partnersOf } from '@/components/network/partners';

export const metadata = { title: 'Suppliers' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/suppliers');
  if (partnersOf(viewer.actor.entity.type).path !== '/suppliers') forbidden();
  const { queries, HydrateClient } = prefetching(viewer);
  const state = await connectionsList.load(searchParams);
  await Promise.all([
    queries.entity.connections.list.prefetch(connectionsList.request(state)),
    queries.entity.connections.list.prefetch(PENDING_COUNT),
  ]);
  return (
    <HydrateClient>
      <ConnectionsPage />
    </HydrateClient>
  );
}

export default guarded(Page);
