import { cookies } from 'next/headers';
import type { SearchParams } from 'nuqs/server';
import { Suspense } from 'react';
import { guarded } from '@/app/guarded';
import { todayIn } from '@/components/format';
import { Figures } from '@/components/home/figures';
import { GetStarted, isEmpty, isNew } from '@/components/home/get-started';
import { LiveRefresh } from '@/components/home/live-refresh';
import { RecentActivity } from '@/components/home/recent-activity';
import { SETUP_COOKIE } from '@/components/home/setup-cookie';
import { stepsFor } from '@/components/home/starts';
import type { Looking } from '@/components/home/work';
import { WorkQueue } from '@/components/home/work-queue';
import { ownSideOf } from '@/components/orders/own-side';
import { loadPeriod } from '@/components/reports/period';
import type { Overview } from '@/components/reports/types';
import { LOCATION_COOKIE } from '@/components/shell/location-choice';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { BUYERS } from '@/server/kernel/permissions';
import type { Viewer } from '@/server/transport/runtime';
import { locationsOf, requireViewer } from '../runtime';

export const metadata = { title: 'Home' };

type Parts = { looking: Looking; overview: Promise<Overview> };

/** Work first, then figures, then what happened: each part is sent when it is known. */
async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { days } = await loadPeriod(searchParams);
  const viewer = await requireViewer('/');
  const looking = {
    ...viewer,
    today: todayIn(viewer.actor.entity.timezone),
    ...(await placesOf(viewer)),
  };
  // Read once for both of its parts, which wait for it where they are drawn.
  const overview = viewer.caller.overview.get({ days, side: ownSideOf(viewer.actor.entity.type) });
  overview.catch(() => {});
  return (
    <>
      <LiveRefresh />
      <PageHeader title="Home" />
      <div className="flex flex-col gap-6">
        <Suspense fallback={null}>
          <Setup looking={looking} overview={overview} />
        </Suspense>
        <WorkQueue looking={looking} />
        <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
          <KeyFigures looking={looking} overview={overview} />
        </Suspense>
        <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
          <RecentActivity looking={looking} />
        </Suspense>
      </div>
    </>
  );
}

export default guarded(Page);

/** Before a first order what is left to set up. */
async function Setup({ looking, overview }: Parts) {
  const isHidden = (await cookies()).get(SETUP_COOKIE)?.value === 'hidden';
  if (isHidden || !isNew(await overview)) return null;
  const steps = await stepsFor(looking);
  if (!isEmpty(await overview) && steps.every(({ done }) => done)) return null;
  return <GetStarted steps={steps} />;
}

/** Nothing where every figure would be a zero. */
async function KeyFigures({ looking, overview }: Parts) {
  return isEmpty(await overview) ? null : (
    <Figures overview={await overview} type={looking.actor.entity.type} />
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
