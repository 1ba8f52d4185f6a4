import { stockList } from '@/components/stock/transfers/list';
import { NewTransferPage } from '@/components/stock/transfers/new-page';
import { showChosenLocation } from '@/components/ui/pages/chosen-location';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'New transfer' };

export default listPage({
  path: '/inventory/transfers/new',
  list: stockList,
  needs: ['update:inventory'],
  rows: (queries) => queries.inventory.list,
  async show(viewer, searchParams) {
    const { locations } = await viewer.caller.entity.get({});
    await showChosenLocation('/inventory/transfers/new', searchParams, viewer.actor, locations);
    return <NewTransferPage locations={locations.map(({ id, name }) => ({ id, name }))} />;
  },
  who: 'a manager, admin or owner',
});
