import { syncsList } from '@/components/stock/pos/syncs/list';
import { SyncsPage } from '@/components/stock/pos/syncs/list-page';
import { showChosenLocation } from '@/components/ui/pages/chosen-location';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Syncs' };

export default listPage({
  path: '/inventory/syncs',
  list: syncsList,
  rows: (queries) => queries.inventory.sync.list,
  async show(viewer, searchParams) {
    const { locations } = await viewer.caller.entity.get({});
    await showChosenLocation('/inventory/syncs', searchParams, viewer.actor, locations);
    return <SyncsPage locations={locations.map(({ id, name }) => ({ id, name }))} />;
  },
  who: 'a manager, admin or owner',
});
