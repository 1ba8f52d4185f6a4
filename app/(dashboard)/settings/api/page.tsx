import { forbidden } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer, runtime } from '@/app/runtime';
import { ApiPage } from '@/components/developers/api-page';
import { requestsList } from '@/components/developers/list';

export const metadata = { title: 'API' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/settings/api');
  const { actor, caller } = viewer;
  if (!actor.permissions.includes('read:usage')) forbidden();
  const { queries, give, HydrateClient } = prefetching(viewer);
  const state = await requestsList.load(searchParams);
  const [usage] = await Promise.all([
    caller.usage.get({}),
    queries.usage.requests.prefetch(requestsList.request(state)),
  ]);
  give('usage.get', {}, usage);
  return (
    <HydrateClient>
      <ApiPage origin={runtime().env.PUBLIC_URL} usage={usage} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
