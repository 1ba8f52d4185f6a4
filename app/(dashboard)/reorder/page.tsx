import { ReorderPage } from '@/components/catalog/market/reorder-page';
import { guarded } from '@/components/ui/pages/guarded';
import { BUYERS } from '@/server/kernel/permissions';
import { prefetching } from '../../../components/ui/pages/prefetch';
import { requireViewer } from '../../../components/ui/pages/runtime';

export const metadata = { title: 'Reorder' };

/** All stores, or the one of the address. */
async function Page({ searchParams }: { searchParams: Promise<{ location_id?: string }> }) {
  const viewer = await requireViewer('/reorder', { needs: ['create:orders'], only: BUYERS });
  const { location_id: wanted } = await searchParams;
  const { data } = await viewer.caller.entity.locations.list({ limit: 500 });
  const locations = data.filter(({ active }) => active).map(({ id, name }) => ({ id, name }));
  const location = locations.find(({ id }) => id === wanted) ?? null;
  const { queries, HydrateClient } = prefetching(viewer);
  await queries.market.reorder.prefetch({ ...(location && { location_id: location.id }), limit: 500 });
  return (
    <HydrateClient>
      <ReorderPage key={location?.id} locations={locations} location={location} />
    </HydrateClient>
  );
}

export default guarded(Page);
