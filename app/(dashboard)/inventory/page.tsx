import type { SearchParams } from 'nuqs/server';
import { showChosenLocation } from '@/app/chosen-location';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { locationsOf, requireViewer } from '@/app/runtime';
import { inventoryList } from '@/components/inventory/list';
import { InventoryPage } from '@/components/inventory/list-page';

export const metadata = { title: 'Inventory' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await inventoryList.load(searchParams);
  const viewer = await requireViewer(`/inventory${inventoryList.query(state)}`);
  const locations = await locationsOf(viewer);
  await showChosenLocation('/inventory', searchParams, viewer.actor, locations);
  const { queries, HydrateClient } = prefetching(viewer);
  await queries.inventory.levels.prefetch(inventoryList.request(state));
  return (
    <HydrateClient>
      <InventoryPage locations={locations.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}

export default guarded(Page, 'a manager, admin or owner');
