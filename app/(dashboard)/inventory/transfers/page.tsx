import { showChosenLocation } from '@/app/chosen-location';
import { listPage } from '@/app/list-page';
import { transfersList } from '@/components/transfers/list';
import { TransfersPage } from '@/components/transfers/list-page';

export const metadata = { title: 'Transfers' };

export default listPage({
  path: '/inventory/transfers',
  list: transfersList,
  rows: (queries) => queries.inventory.listTransfers,
  async show(viewer, searchParams) {
    const { locations } = await viewer.caller.entity.get({});
    await showChosenLocation('/inventory/transfers', searchParams, viewer.actor, locations);
    return <TransfersPage locations={locations.map(({ id, name }) => ({ id, name }))} />;
  },
  who: 'a manager, admin or owner',
});
