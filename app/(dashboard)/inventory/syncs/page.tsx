import type { SearchParams } from 'nuqs/server';
import { showChosenLocation } from '@/app/chosen-location';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { syncsList } from '@/components/syncs/list';
import { SyncsPage } from '@/components/syncs/list-page';

export const metadata = { title: 'Syncs' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await syncsList.load(searchParams);
  const viewer = await requireViewer(`/inventory/syncs${syncsList.query(state)}`);
  const entity = await viewer.caller.entity.get({});
  await showChosenLocation('/inventory/syncs', searchParams, viewer.actor, entity.locations);
  const { queries, HydrateClient } = prefetching(viewer);
  await queries.inventory.sync.list.prefetch(syncsList.request(state));
  return (
    <HydrateClient>
      <SyncsPage locations={entity.locations.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}

export default guarded(Page, 'a manager, admin or owner');
