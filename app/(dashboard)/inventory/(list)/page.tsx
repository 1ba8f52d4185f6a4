import type { SearchParams } from 'nuqs/server';
import { requireViewer } from '@/app/runtime';
import { InventoryHeader } from '@/components/inventory/inventory-header';
import { InventoryList } from '@/components/inventory/inventory-list';
import { inventoryList, listInput } from '@/components/inventory/list-definition';

export const metadata = { title: 'Inventory' };

export default async function InventoryPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await inventoryList.load(searchParams);
  const { caller } = await requireViewer(`/inventory${inventoryList.query(state)}`);
  const input = listInput(state);
  const at = Date.now();
  const [list, entity] = await Promise.all([caller.inventory.list(input), caller.entity.get({})]);
  return (
    <>
      <InventoryHeader />
      <InventoryList
        seed={{ at, lists: [{ input, data: list }] }}
        locations={entity.locations.map(({ id, name }) => ({ id, name }))}
      />
    </>
  );
}
