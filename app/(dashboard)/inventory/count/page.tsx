import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { CountPage } from '@/components/imports/count-page';
import { countInput, earlierInput, FIRST_ROOM } from '@/components/imports/first-reads';

export const metadata = { title: 'Count stock' };

export default async function InventoryCountPage() {
  const viewer = await requireViewer('/inventory/count', { needs: ['update:inventory'] });
  const { actor, caller } = viewer;
  const { locations } = await caller.entity.get({});
  const within = locations.filter(({ id }) => actor.locationIds === null || actor.locationIds.includes(id));
  const { queries, HydrateClient } = prefetching(viewer);
  const [first] = within;
  await Promise.all([
    first && queries.inventory.list.prefetch(countInput(first.id, FIRST_ROOM)),
    queries.imports.list.prefetch(earlierInput('count')),
  ]);
  return (
    <HydrateClient>
      <CountPage locations={within.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}
