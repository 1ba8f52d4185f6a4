import type { SearchParams } from 'nuqs/server';
import { showChosenLocation } from '@/app/chosen-location';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { todayIn } from '@/components/format';
import { snapshotList } from '@/components/inventory/snapshot-list';
import { SnapshotPage } from '@/components/inventory/snapshot-page';

export const metadata = { title: 'Inventory snapshot' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await snapshotList.load(searchParams);
  const viewer = await requireViewer(`/inventory/snapshot${snapshotList.query(state)}`);
  const { settings, locations } = await viewer.caller.entity.get({});
  await showChosenLocation('/inventory/snapshot', searchParams, viewer.actor, locations);
  const request = snapshotList.request(state, settings.timezone);
  const { queries, HydrateClient } = prefetching(viewer);
  if (request.date <= todayIn(settings.timezone)) {
    const { comparison, snapshot } = queries.inventory;
    await (state.compare ? comparison : snapshot).prefetch(request);
  }
  return (
    <HydrateClient>
      <SnapshotPage locations={locations.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}

export default guarded(Page, 'a manager, admin or owner');
