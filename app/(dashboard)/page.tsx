import type { SearchParams } from 'nuqs/server';
import { OverviewPage } from '@/components/overview/overview-page';
import { loadPeriod } from '@/components/overview/period';
import { requireViewer } from '../runtime';

export const metadata = { title: 'Overview' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { days } = await loadPeriod(searchParams);
  const { caller } = await requireViewer('/');
  const at = Date.now();
  return <OverviewPage first={await caller.overview.get({ days })} at={at} />;
}
