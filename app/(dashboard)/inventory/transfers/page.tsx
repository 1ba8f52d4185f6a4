import { transfersList } from '@/components/stock/transfers/list';
import { TransfersPage } from '@/components/stock/transfers/list-page';
import { showChosenLocation } from '@/components/ui/pages/chosen-location';
import { listPage } from '@/components/ui/pages/list-page';

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
