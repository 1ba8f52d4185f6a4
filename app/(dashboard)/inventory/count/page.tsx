import { earlierInput } from '@/components/business/imports/first-reads';
import { CountsPage } from '@/components/stock/counts/counts-page';
import { openCountsInput } from '@/components/stock/counts/reads';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

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
