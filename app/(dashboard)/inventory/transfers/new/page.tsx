import { showChosenLocation } from '@/app/chosen-location';
import { listPage } from '@/app/list-page';
import { stockList } from '@/components/transfers/list';
import { NewTransferPage } from '@/components/transfers/new-page';

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
