import type { SearchParams } from 'nuqs/server';
import { showChosenLocation } from '@/app/chosen-location';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { batchesList } from '@/components/batches/list';
import { BatchesPage } from '@/components/batches/list-page';
import { todayIn } from '@/components/format';

export const metadata = { title: 'Batches' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await batchesList.load(searchParams);
  const viewer = await requireViewer(`/batches${batchesList.query(state)}`);
  const { locations } = await viewer.caller.entity.get({});
  await showChosenLocation('/batches', searchParams, viewer.actor, locations);
  const today = todayIn(viewer.actor.entity.timezone);
  const { queries, HydrateClient } = prefetching(viewer);
  await queries.batches.list.prefetch(batchesList.request(state, today));
  return (
    <HydrateClient>
      <BatchesPage today={today} locations={locations.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}

export default guarded(Page);
