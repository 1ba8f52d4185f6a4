import { cookies } from 'next/headers';
import type { SearchParams } from 'nuqs/server';
import { Suspense } from 'react';
import { guarded } from '@/app/guarded';
import { todayIn } from '@/components/format';
import { Figures } from '@/components/home/figures';
import { GetStarted, isEmpty } from '@/components/home/get-started';
import { LiveRefresh } from '@/components/home/live-refresh';
import { RecentActivity } from '@/components/home/recent-activity';
import type { Looking } from '@/components/home/work';
import { WorkQueue } from '@/components/home/work-queue';
import { ownSideOf } from '@/components/orders/own-side';
import { loadPeriod, type Period } from '@/components/reports/period';
import { LOCATION_COOKIE } from '@/components/shell/location-choice';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { BUYERS } from '@/server/kernel/permissions';
import type { Viewer } from '@/server/transport/runtime';
import { locationsOf, requireViewer } from '../runtime';

export const metadata = { title: 'Home' };

/** Work first, then figures, then what happened: each part is sent when it is known. */
async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { days } = await loadPeriod(searchParams);
  const viewer = await requireViewer('/');
  const looking = {
    ...viewer,
    today: todayIn(viewer.actor.entity.timezone),
    ...(await placesOf(viewer)),
  };
  return (
    <>
      <LiveRefresh />
      <PageHeader title="Home" />
      <div className="flex flex-col gap-6">
        <WorkQueue looking={looking} />
        <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
          <KeyFigures looking={looking} days={days} />
        </Suspense>
        <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
          <RecentActivity looking={looking} />
        </Suspense>
      </div>
    </>
  );
}

export default guarded(Page);

async function KeyFigures({ looking: { caller, actor }, days }: { looking: Looking; days: Period }) {
  const overview = await caller.overview.get({ days, side: ownSideOf(actor.entity.type) });
  return isEmpty(overview) ? (
    <GetStarted actor={actor} />
  ) : (
    <Figures overview={overview} type={actor.entity.type} />
  );
}

/** The location of the switcher, and the one to reorder for: the same, or the first, as on that page. */
async function placesOf(viewer: Viewer): Promise<Pick<Looking, 'chosen' | 'receiving'>> {
  const [jar, all] = await Promise.all([cookies(), locationsOf(viewer)]);
  const { permissions, locationIds } = viewer.actor;
  const seen = all.filter(({ id, active }) => active && (locationIds?.includes(id) ?? true));
  const kept = jar.get(LOCATION_COOKIE)?.value;
  const chosen = seen.find(({ id }) => id === kept) ?? null;
  return {
    chosen,
    receiving:
      permissions.includes('create:orders') && BUYERS.includes(viewer.actor.entity.type)
        ? (chosen ?? seen[0] ?? null)
        : null,
  };
}
