import type { SearchParams } from 'nuqs/server';
import { requireViewer, runtime } from '@/app/runtime';
import { ApiPage } from '@/components/developers/api-page';
import { requestsList, requestsQuery } from '@/components/developers/requests-list';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';

export const metadata = { title: 'API' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { actor, caller } = await requireViewer('/settings/api');
  if (!actor.permissions.includes('read:usage')) return <ForbiddenPanel needs="an admin or owner" />;
  const input = requestsQuery(await requestsList.load(searchParams));
  const at = Date.now();
  const [usage, page] = await Promise.all([caller.usage.get({}), caller.usage.requests(input)]);
  return (
    <ApiPage
      origin={runtime().env.PUBLIC_URL}
      email={actor.email}
      first={{ usage, requests: { input, page } }}
      at={at}
    />
  );
}
