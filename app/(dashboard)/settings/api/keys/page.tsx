import { keysList } from '@/components/business/api-keys/list';
import { ApiKeysPage } from '@/components/business/api-keys/list-page';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'API keys' };

const MOST_LOCATIONS = 500;

export default listPage({
  path: '/settings/api/keys',
  list: keysList,
  needs: ['manage:api-keys'],
  rows: (queries) => queries.apiKeys.list,
  async show({ caller, actor: { locationLimit: reach } }) {
    const { data } = await caller.entity.locations.list({ limit: MOST_LOCATIONS, sort: 'name' });
    const locations = data.filter(({ id }) => reach === null || reach.includes(id));
    return <ApiKeysPage locations={locations.map(({ id, name }) => ({ id, name }))} />;
  },
  who: 'an admin or owner',
});
