import { showChosenLocation } from '@/app/chosen-location';
import { listPage } from '@/app/list-page';
import { syncsList } from '@/components/syncs/list';
import { SyncsPage } from '@/components/syncs/list-page';

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
