import { Percent } from 'lucide-react';
import type { SearchParams } from 'nuqs/server';
import { type ReactNode, Suspense } from 'react';
import { BatchAges, SellThrough } from '@/components/home/reports/goods-charts';
import { MailWeekly } from '@/components/home/reports/mail-weekly';
import { OrdersByStatus } from '@/components/home/reports/order-charts';
import { loadPeriod } from '@/components/home/reports/period';
import { PeriodLinks } from '@/components/home/reports/period-links';
import { type SalesFilter, SIDE_GROUPS, salesSearch } from '@/components/home/reports/sales-address';
import { GROUP_TABS, SalesByGroup, SalesOverTime } from '@/components/home/reports/sales-charts';
import { SalesFilters } from '@/components/home/reports/sales-filters';
import { loadSales } from '@/components/home/reports/sales-query';
import { ScheduleList } from '@/components/home/reports/schedule-list';
import { StockCharts } from '@/components/home/reports/stock-charts';
import type { Overview } from '@/components/home/reports/types';
import { ownSideOf } from '@/components/orders/own-side';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { Skeleton } from '@/components/ui/base/skeleton';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';
import { countsUnits } from '@/server/kernel/weights';
import type { Viewer } from '@/server/transport/runtime';

export const metadata = { title: 'Reports' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ days }, wanted] = await Promise.all([loadPeriod(searchParams), loadSales(searchParams)]);
  const viewer = await requireViewer('/reports', { needs: ['read:inventory'] });
  const side = ownSideOf(viewer.actor.entity.type);
  const groups = SIDE_GROUPS[side];
  const by = groups.find((group) => group === wanted.by) ?? 'product';
  const filter = { ...wanted, by };
  // Read once for all of its parts, which wait for it where they are drawn.
  const overview = viewer.caller.overview.get({ days, side });
  overview.catch(() => {});
  return (
    <>
      <PageHeader
        title="Reports"
        actions={
          <>
            <SalesFilters key={salesSearch(filter)} filter={filter} days={days} />
            {side === 'selling' &&
              viewer.actor.permissions.includes('read:invoices') &&
              !viewer.actor.locationLimit && (
                <Button asChild>
                  <Link href="/reports/margins">
                    <Percent aria-hidden />
                    Margins
                  </Link>
                </Button>
              )}
            <MailWeekly filter={filter} me={viewer.actor.userId} />
          </>
        }
      />
      <ViewTabs
        label="Group by"
        current={by}
        tabs={groups.map((group) => ({
          key: group,
          label: GROUP_TABS[group],
          href: `/reports?${salesSearch({ ...filter, by: group })}&days=${days}`,
        }))}
      />
      <div className="mt-4 grid gap-4 lg:grid-cols-3">
        <Streamed key={`sales ${salesSearch(filter)}`} places={['h-92 lg:col-span-3', 'h-80 lg:col-span-3']}>
          <Sales viewer={viewer} filter={filter} overview={overview} />
        </Streamed>
        <Streamed key={`goods ${salesSearch(filter)}`} places={['h-84 lg:col-span-3']}>
          <Goods viewer={viewer} filter={filter} />
        </Streamed>
      </div>
      <header className="mt-8 mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-lg">Orders and stock</h2>
        <PeriodLinks days={days} path="/reports" search={salesSearch(filter)} />
      </header>
      <div className="grid gap-4 lg:grid-cols-3">
        <Streamed key={`orders ${days}`} places={['h-80 lg:col-span-3']}>
          <Orders overview={overview} />
        </Streamed>
        <Streamed key={`stock ${days}`} places={['h-56 lg:col-span-3', 'h-52 lg:col-span-3']}>
          <Stock viewer={viewer} days={days} />
        </Streamed>
      </div>
      <Suspense>
        <Schedules viewer={viewer} filter={filter} />
      </Suspense>
    </>
  );
}

export default guarded(Page);

/** Keeps the place of the cards until they arrive. @param places grid classes of each */
function Streamed({ places, children }: { places: readonly string[]; children: ReactNode }) {
  const fallback = places.map((place) => <Skeleton key={place} className={`rounded-lg ${place}`} />);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

async function Sales({
  viewer: { caller, actor },
  filter,
  overview,
}: {
  viewer: Viewer;
  filter: SalesFilter;
  overview: Promise<Overview>;
}) {
  const side = ownSideOf(actor.entity.type);
  const { by, ...range } = filter;
  const [report, trend, now] = await Promise.all([
    caller.reports.sales({ ...range, by, side }),
    caller.reports.trend({ ...range, side }),
    overview,
  ]);
  const hasUnits = countsUnits(now);
  return (
    <>
      <SalesByGroup report={report} filter={filter} hasUnits={hasUnits} />
      <SalesOverTime trend={trend} hasUnits={hasUnits} />
    </>
  );
}

/** What a shop asks of its stock, and what its supplier does. */
async function Goods({ viewer: { caller, actor }, filter }: { viewer: Viewer; filter: SalesFilter }) {
  if (actor.entity.type !== 'retailer') return <BatchAges {...(await caller.reports.batchAges({}))} />;
  const { range, start_date, end_date } = filter;
  return <SellThrough report={await caller.reports.sellThrough({ range, start_date, end_date })} />;
}

async function Schedules({ viewer: { caller, actor }, filter }: { viewer: Viewer; filter: SalesFilter }) {
  const initial = await caller.reportSchedules.list({ limit: 50 });
  return <ScheduleList initial={initial} filter={filter} me={actor.userId} />;
}

async function Orders({ overview }: { overview: Promise<Overview> }) {
  return <OrdersByStatus overview={await overview} />;
}

async function Stock({ viewer: { caller }, days }: { viewer: Viewer; days: number }) {
  return <StockCharts report={await caller.reports.stock({ days })} />;
}
