import type { SearchParams } from 'nuqs/server';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { inventoryList } from '@/components/inventory/list';
import { InventoryPage } from '@/components/inventory/list-page';

export const metadata = { title: 'Inventory' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await inventoryList.load(searchParams);
  const viewer = await requireViewer(`/inventory${inventoryList.query(state)}`);
  const { queries, HydrateClient } = prefetching(viewer);
  const [entity] = await Promise.all([
    viewer.caller.entity.get({}),
    queries.inventory.list.prefetch(inventoryList.request(state)),
  ]);
  return (
    <HydrateClient>
      <InventoryPage locations={entity.locations.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}
