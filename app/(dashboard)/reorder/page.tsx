import { ReorderPage } from '@/components/catalog/market/reorder-page';
import { guarded } from '@/components/ui/pages/guarded';
import { BUYERS } from '@/server/kernel/permissions';
import { prefetching } from '../../../components/ui/pages/prefetch';
import { requireViewer } from '../../../components/ui/pages/runtime';

export const metadata = { title: 'Reorder' };

/** Suggestions to look through for a location that can order something now. */
const SUGGESTIONS = 100;

/** An order goes to one location: the address's, else the first that can order something that isn't on its way yet. */
async function Page({ searchParams }: { searchParams: Promise<{ location_id?: string }> }) {
  const viewer = await requireViewer('/reorder', { needs: ['create:orders'], only: BUYERS });
  const { caller } = viewer;
  const { location_id: wanted } = await searchParams;
  const [{ data }, suggested] = await Promise.all([
    caller.entity.locations.list({ limit: 500 }),
    wanted ? null : caller.market.reorder({ limit: SUGGESTIONS }),
  ]);
  const orderable = suggested?.data.filter(({ available_quantity }) => available_quantity > 0);
  const first = orderable?.find(({ suggested_quantity }) => suggested_quantity > 0) ?? orderable?.[0];
  const locations = data.filter(({ active }) => active).map(({ id, name }) => ({ id, name }));
  const chosen = wanted ?? first?.location.id;
  const location = locations.find(({ id }) => id === chosen) ?? locations[0] ?? null;
  const { queries, HydrateClient } = prefetching(viewer);
  if (location) await queries.market.reorder.prefetch({ location_id: location.id, limit: 500 });
  return (
    <HydrateClient>
      <ReorderPage key={location?.id} locations={locations} location={location} />
    </HydrateClient>
  );
}

export default guarded(Page);
