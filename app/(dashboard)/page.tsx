import type { SearchParams } from 'nuqs/server';
import { OverviewPage } from '@/components/overview/overview-page';
import { loadPeriod } from '@/components/overview/period';
import { MOST_ENDPOINTS } from '@/components/webhooks/endpoints-list';
import { requireViewer } from '../runtime';

export const metadata = { title: 'Overview' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { days } = await loadPeriod(searchParams);
  const { actor, caller } = await requireViewer('/');
  const at = Date.now();
  const [overview, webhooks] = await Promise.all([
    caller.overview.get({ days }),
    actor.permissions.includes('read:webhooks') ? caller.webhooks.list({ limit: MOST_ENDPOINTS }) : null,
  ]);
  return <OverviewPage first={overview} webhooks={webhooks} at={at} />;
}
