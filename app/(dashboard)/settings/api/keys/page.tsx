import { forbidden } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { keysList } from '@/components/api-keys/list';
import { ApiKeysPage } from '@/components/api-keys/list-page';

export const metadata = { title: 'API keys' };

const MOST_LOCATIONS = 500;

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/settings/api/keys');
  const { actor, caller } = viewer;
  if (!actor.permissions.includes('manage:api-keys')) forbidden();
  const { queries, HydrateClient } = prefetching(viewer);
  const state = await keysList.load(searchParams);
  const [{ data: locations }] = await Promise.all([
    caller.entity.locations.list({ limit: MOST_LOCATIONS, sort: 'name' }),
    queries.apiKeys.list.prefetch(keysList.request(state)),
  ]);
  const reach = actor.locationLimit;
  return (
    <HydrateClient>
      <ApiKeysPage
        locations={locations
          .filter(({ id }) => reach === null || reach.includes(id))
          .map(({ id, name }) => ({ id, name }))}
      />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
