import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { CountsPage } from '@/components/counts/counts-page';
import { openCountsInput } from '@/components/counts/reads';
import { earlierInput } from '@/components/imports/first-reads';

export const metadata = { title: 'Counts' };

async function InventoryCountPage() {
  const viewer = await requireViewer('/inventory/count', { needs: ['update:inventory'] });
  const { actor, caller } = viewer;
  const { locations } = await caller.entity.get({});
  const within = locations.filter(({ id }) => actor.locationIds === null || actor.locationIds.includes(id));
  const { queries, HydrateClient } = prefetching(viewer);
  await Promise.all([
    queries.inventory.counts.list.prefetch(openCountsInput),
    queries.imports.list.prefetch(earlierInput('count')),
  ]);
  return (
    <HydrateClient>
      <CountsPage locations={within.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}

export default guarded(InventoryCountPage, 'a manager, admin or owner');
