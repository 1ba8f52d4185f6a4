import { forbidden } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { ApiPage } from '@/components/business/developers/api-page';
import { requestsList } from '@/components/business/developers/list';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer, runtime } from '@/components/ui/pages/runtime';

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
