import type { SearchParams } from 'nuqs/server';
import { OverviewPage } from '@/components/overview/overview-page';
import { loadPeriod } from '@/components/overview/period';
import { ALL_ENDPOINTS } from '@/components/webhooks/list';
import { prefetching } from '../prefetch';
import { requireViewer } from '../runtime';

export const metadata = { title: 'Home' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { days } = await loadPeriod(searchParams);
  const viewer = await requireViewer('/');
  const watchesWebhooks = viewer.actor.permissions.includes('read:webhooks');
  const { queries, give, HydrateClient } = prefetching(viewer);
  const [overview] = await Promise.all([
    viewer.caller.overview.get({ days }),
    watchesWebhooks && queries.webhooks.list.prefetch(ALL_ENDPOINTS),
  ]);
  give('overview.get', { days }, overview);
  return (
    <HydrateClient>
      <OverviewPage first={overview} watchesWebhooks={watchesWebhooks} />
    </HydrateClient>
  );
}
