import { cookies } from 'next/headers';
import type { SearchParams } from 'nuqs/server';
import { Suspense } from 'react';
import { GetStarted, isEmpty, isNew, isYoung } from '@/components/home/get-started';
import { LiveRefresh } from '@/components/home/live-refresh';
import { LowStock, readLowStock } from '@/components/home/low-stock';
import { OffersCard } from '@/components/home/offers-card';
import { RecentActivity } from '@/components/home/recent-activity';
import { loadPeriod } from '@/components/home/reports/period';
import { Sales } from '@/components/home/sales';
import { SETUP_COOKIE } from '@/components/home/setup-cookie';
import { stepsFor } from '@/components/home/starts';
import { TopPartners } from '@/components/home/top-partners';
import type { Looking } from '@/components/home/work';
import { WorkList } from '@/components/home/work-list';
import { ownSideOf } from '@/components/orders/own-side';
import { PageHeader } from '@/components/ui/base/page-header';
import { Skeleton } from '@/components/ui/base/skeleton';
import { todayIn } from '@/components/ui/format';
import { guarded } from '@/components/ui/pages/guarded';
import { LOCATION_COOKIE } from '@/components/ui/shell/location-choice';
import { BUYERS } from '@/server/kernel/permissions';
import type { Viewer } from '@/server/transport/runtime';
import { locationsOf, requireViewer } from '../../components/ui/pages/runtime';

export const metadata = { title: 'Home' };

/** Work first, then figures; beside them what is low and what happened. Each column is sent whole, so that nothing in it moves. */
async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { days } = await loadPeriod(searchParams);
  const viewer = await requireViewer('/');
  // Read once for all of its parts, which wait for it where they are drawn.
  const overview = viewer.caller.overview.get({ days, side: ownSideOf(viewer.actor.entity.type) });
  overview.catch(() => {});
  const today = todayIn(viewer.actor.entity.timezone);
  const reader = { ...viewer, today, overview, ...(await placesOf(viewer)) };
  const low = readLowStock(reader);
  low.catch(() => {});
  const looking = { ...reader, low };
  return (
    <>
      <LiveRefresh />
      <PageHeader title="Home" />
      <div className="grid items-start gap-x-4 gap-y-6 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
          <Suspense fallback={<Skeleton className="h-180 rounded-lg" />}>
            <OffersCard looking={looking} />
            <Setup looking={looking} />
            <WorkList looking={looking} />
            <OfPeriod looking={looking} />
          </Suspense>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Suspense fallback={<Skeleton className="h-180 rounded-lg" />}>
            <LowStock looking={looking} />
            <TopPartners looking={looking} />
            <RecentActivity looking={looking} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

export default guarded(Page);

/** What is left to set up, until it is done or hidden; in a business of some age only while it has no order. */
async function Setup({ looking }: { looking: Looking }) {
  if ((await cookies()).get(SETUP_COOKIE)?.value === 'hidden') return null;
  const overview = await looking.overview;
  if (!isNew(overview) && !isYoung((await looking.caller.entity.get({})).created_at)) return null;
  const steps = await stepsFor(looking);
  if (!isEmpty(overview) && steps.every(({ done }) => done)) return null;
  return <GetStarted steps={steps} />;
}

/** Nothing where every figure would be a zero. */
async function OfPeriod({ looking: { overview, actor } }: { looking: Looking }) {
  return isEmpty(await overview) ? null : <Sales overview={await overview} type={actor.entity.type} />;
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
