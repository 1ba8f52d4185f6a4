import type { SearchParams } from 'nuqs/server';
import { requireViewer } from '@/app/runtime';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';
import { endpointsList, endpointsQuery } from '@/components/webhooks/endpoints-list';
import { EndpointsPage } from '@/components/webhooks/endpoints-page';
import { EVENT_CHOICES } from './choices';

export const metadata = { title: 'Webhooks' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { actor, caller } = await requireViewer('/settings/api/webhooks');
  if (!actor.permissions.includes('read:webhooks')) return <ForbiddenPanel needs="an admin or owner" />;
  const input = endpointsQuery(await endpointsList.load(searchParams));
  const at = Date.now();
  const [page, all] = await Promise.all([caller.webhooks.list(input), caller.webhooks.list({ limit: 1 })]);
  return (
    <EndpointsPage first={{ input, page, at }} existing={all.pagination.total} choices={EVENT_CHOICES} />
  );
}
