import type { SearchParams } from 'nuqs/server';
import { snapshotList } from '@/components/stock/inventory/snapshot-list';
import { SnapshotPage } from '@/components/stock/inventory/snapshot-page';
import { todayIn } from '@/components/ui/format';
import { showChosenLocation } from '@/components/ui/pages/chosen-location';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

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
