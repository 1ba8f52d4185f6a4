import { ReorderPage } from '@/components/market/reorder-page';
import { prefetching } from '../../prefetch';
import { requireViewer } from '../../runtime';

export const metadata = { title: 'Reorder' };

/** An order goes to one location, so the page shows one: the address's, or the first. */
export default async function Page({ searchParams }: { searchParams: Promise<{ location_id?: string }> }) {
  const viewer = await requireViewer('/reorder', { needs: ['create:orders'], only: ['retailer'] });
  const [{ location_id: wanted }, { data }] = await Promise.all([
    searchParams,
    viewer.caller.entity.locations.list({ limit: 500 }),
  ]);
  const locations = data.filter(({ active }) => active).map(({ id, name }) => ({ id, name }));
  const location = locations.find(({ id }) => id === wanted) ?? locations[0] ?? null;
  const { queries, HydrateClient } = prefetching(viewer);
  if (location) await queries.market.reorder.prefetch({ location_id: location.id, limit: 500 });
  return (
    <HydrateClient>
      <ReorderPage key={location?.id} locations={locations} location={location} />
    </HydrateClient>
  );
}
