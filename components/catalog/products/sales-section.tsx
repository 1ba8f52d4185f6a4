'use client';
import { useMemo } from 'react';
import { AreaChart } from '@/components/home/reports/area-chart';
import { ChartCard } from '@/components/home/reports/chart-card';
import { ticksTo } from '@/components/home/reports/ticks';
import { EmptyLine } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { Section } from '@/components/ui/base/section';
import { Skeleton } from '@/components/ui/base/skeleton';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { MONEY } from '@/components/ui/data-table/values';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatMoney,
  formatMoneyShort,
  formatNumber,
  type Stepped,
  UNKNOWN,
} from '@/components/ui/format';
import { LoadFailed } from '@/components/ui/forms/load-failed';
import { trpc } from '@/components/ui/providers/trpc';
import type { ProductSales } from './types';

const CUSTOMERS = 20;
const column = columnsOf<ProductSales['data'][number]>();

const columnsIn = (goods: Stepped) =>
  column.columns([
    column.accessor('name', {
      header: 'Customer',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <Link href={`/customers/${original.id}`} className="text-link hover:underline">
          {original.name}
        </Link>
      ),
    }),
    column.accessor('units', {
      header: 'Units',
      meta: { align: 'right', card: 'detail' },
      cell: ({ row: { original } }) =>
        original.amount === null ? UNKNOWN : formatAmount(original.units, goods),
    }),
    column.accessor('value', { header: 'Value', ...MONEY, meta: { ...MONEY.meta, card: 'detail' } }),
    column.accessor('last_ordered_on', {
      header: 'Last order',
      meta: { align: 'right' },
      cell: (info) => formatDate(info.getValue()),
    }),
  ]);

/** Who bought a product in 90 days, and when: a chart of weeks, and its customers, the best first. */
export function SalesSection({ product: { id, name } }: { product: { id: string; name: string } }) {
  const { data, error, refetch } = trpc.reports.productSales.useQuery({ id, limit: CUSTOMERS });
  const columns = useMemo(() => columnsIn({ unit: data?.unit, step: data?.step }), [data?.unit, data?.step]);
  if (error && !data) return <LoadFailed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-72" />;
  const { period, units, amount, value, weeks, pagination } = data;
  // Jars and pounds aren't added up: what they brought is.
  const isAlike = amount !== null;
  const unitsText = (count: number) => (data.unit ? formatAmount(count, data) : formatCount(count, 'unit'));
  const figure = (week: (typeof weeks)[number]) => (isAlike ? (week.amount ?? 0) : week.value);
  if (pagination.total === 0)
    return (
      <Section title="Who buys it">
        <EmptyLine>
          No orders in {period.days} days. Customers see it in your catalog while it is active.
        </EmptyLine>
      </Section>
    );
  const total = pagination.total ?? 0;
  const ticks = ticksTo(Math.max(...weeks.map(figure)));
  return (
    <>
      <ChartCard
        title="How much of it do we sell?"
        testId="chart-product-sales"
        summary={`${isAlike ? `${unitsText(units)} for ` : ''}${formatMoney(value)} in ${period.days} days, ordered by ${formatCount(total, 'customer')}.`}
        columns={[
          { label: 'Week from' },
          { label: 'Units', align: 'right' },
          { label: 'Value', align: 'right' },
        ]}
        rows={weeks.map((week) => ({
          key: week.start,
          cells: [
            formatDate(week.start),
            isAlike ? formatAmount(week.units, data) : UNKNOWN,
            formatMoney(week.value),
          ],
          values: [week.start, week.amount, week.value],
        }))}
      >
        <AreaChart
          label={`${isAlike ? 'Units' : 'Value'} of ${name} ordered by week`}
          ticks={ticks}
          tickLabels={ticks.map((tick) =>
            isAlike ? `${formatNumber(tick)}${data.unit ? ` ${data.unit}` : ''}` : formatMoneyShort(tick),
          )}
          points={weeks.map((week) => ({
            key: week.start,
            label: formatDate(week.start),
            value: figure(week),
            lines: [
              `Week from ${formatDate(week.start)}`,
              isAlike ? `${unitsText(week.units)}, ${formatMoney(week.value)}` : formatMoney(week.value),
            ],
          }))}
        />
      </ChartCard>
      <Section
        title="Who buys it"
        intro={total > CUSTOMERS ? `The top ${CUSTOMERS} of ${formatCount(total, 'customer')}.` : undefined}
      >
        <DataTable
          caption={`Customers of ${name} in ${period.days} days`}
          columns={columns}
          rows={data.data}
          getRowId={(buyer) => buyer.id}
          rowLabel={(buyer) => buyer.name}
          shortcuts={false}
          empty={null}
        />
      </Section>
    </>
  );
}
