import { inventoryList } from '@/components/stock/inventory/list';
import { InventoryPage } from '@/components/stock/inventory/list-page';
import { showChosenLocation } from '@/components/ui/pages/chosen-location';
import { listPage } from '@/components/ui/pages/list-page';
import { locationsOf } from '@/components/ui/pages/runtime';

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
