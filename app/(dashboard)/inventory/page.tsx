import { showChosenLocation } from '@/app/chosen-location';
import { listPage } from '@/app/list-page';
import { locationsOf } from '@/app/runtime';
import { inventoryList } from '@/components/inventory/list';
import { InventoryPage } from '@/components/inventory/list-page';

export const metadata = { title: 'Inventory' };

export default listPage({
  path: '/inventory',
  list: inventoryList,
  rows: (queries) => queries.inventory.levels,
  async show(viewer, searchParams) {
    const locations = await locationsOf(viewer);
    await showChosenLocation('/inventory', searchParams, viewer.actor, locations);
    return <InventoryPage locations={locations.map(({ id, name }) => ({ id, name }))} />;
  },
  who: 'a manager, admin or owner',
});
