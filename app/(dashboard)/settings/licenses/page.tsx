import { LicensesPage } from '@/components/business/licenses/licenses-page';
import { licensesList } from '@/components/business/licenses/list';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Licenses' };

export default listPage({
  path: '/settings/licenses',
  list: licensesList,
  rows: (queries) => queries.entity.licenses.list,
  needs: ['update:entity'],
  show: async ({ actor, caller }) => {
    const { locations } = await caller.entity.get({});
    const places = locations.map(({ id, name }) => ({ id, name }));
    return <LicensesPage places={places} limit={actor.locationLimit} />;
  },
  who: 'an admin or owner',
});
