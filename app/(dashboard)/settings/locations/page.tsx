import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { locationsList } from '@/components/locations/list';
import { LocationsPage } from '@/components/locations/locations-page';

export const metadata = { title: 'Locations' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/settings/locations');
  const { queries, HydrateClient } = prefetching(viewer);
  const state = await locationsList.load(searchParams);
  await queries.entity.locations.list.prefetch(locationsList.request(state));
  return (
    <HydrateClient>
      <LocationsPage limit={viewer.actor.locationLimit} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
