import type { SearchParams } from 'nuqs/server';
import { type ReactNode, Suspense } from 'react';
import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { ownSideOf } from '@/components/orders/own-side';
import { OrderCharts } from '@/components/reports/order-charts';
import { ORDER_WORDS } from '@/components/reports/order-words';
import { loadPeriod } from '@/components/reports/period';
import { PeriodLinks } from '@/components/reports/period-links';
import { StockCharts } from '@/components/reports/stock-charts';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import type { Viewer } from '@/server/transport/runtime';

export const metadata = { title: 'Reports' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { days } = await loadPeriod(searchParams);
  const viewer = await requireViewer('/reports', { needs: ['read:inventory'] });
  const words = ORDER_WORDS[viewer.actor.entity.type];
  return (
    <>
      <PageHeader
        title="Reports"
        description={`${words.value} and stock of the last ${days} days`}
        actions={<PeriodLinks days={days} path="/reports" />}
      />
      <div className="grid gap-4 lg:grid-cols-3">
        <Streamed key={`orders ${days}`} places={['h-92 lg:col-span-2', 'h-92', 'h-84 lg:col-span-3']}>
          <Orders viewer={viewer} days={days} />
        </Streamed>
        <Streamed key={`stock ${days}`} places={['h-56 lg:col-span-3', 'h-52 lg:col-span-3']}>
          <Stock viewer={viewer} days={days} />
        </Streamed>
      </div>
    </>
  );
}

export default guarded(Page);

/** Keeps the place of the cards until they arrive. @param places grid classes of each */
function Streamed({ places, children }: { places: readonly string[]; children: ReactNode }) {
  const fallback = places.map((place) => <Skeleton key={place} className={`rounded-lg ${place}`} />);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

async function Orders({ viewer: { caller, actor }, days }: { viewer: Viewer; days: number }) {
  return (
    <OrderCharts
      overview={await caller.overview.get({ days, side: ownSideOf(actor.entity.type) })}
      type={actor.entity.type}
    />
  );
}

async function Stock({ viewer: { caller }, days }: { viewer: Viewer; days: number }) {
  return <StockCharts report={await caller.reports.stock({ days })} />;
}
