'use client';
import { Percent } from 'lucide-react';
import { useMemo } from 'react';
import { isTooLong, RANGE_LABELS, RANGES, TOO_LONG } from '@/components/home/reports/sales-address';
import { FilterSelect } from '@/components/ui/base/combobox';
import { DateRange } from '@/components/ui/base/date-range';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Select } from '@/components/ui/base/select';
import { StatCard } from '@/components/ui/base/stat-card';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatDate, formatMarginPercent, formatMoney, todayIn, UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { labelOf, marginColumns, unitsText } from './columns';
import { GROUPS, type MarginGroup, type MarginReport, type MarginRow, marginsList } from './list';

const TABS: Record<MarginGroup, string> = {
  product: 'Products',
  brand: 'Brands',
  category: 'Categories',
  customer: 'Customers',
  representative: 'Representatives',
  day: 'Days',
};
const OPTIONS = RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }));

/** What goods that were invoiced earned, by one or two of product, brand, category, customer, representative and day. */
export function MarginsPage() {
  const { entity } = useViewer();
  const list = useServerList(marginsList, trpc.margins.get, {
    rowId: ({ id, name, second }: MarginRow) => `${id ?? name} ${second?.id ?? second?.name ?? ''}`,
    steady: false,
    // It adds up a whole range.
    poll: () => false,
  });
  const { data } = trpc.margins.get.useQuery(list.request, { enabled: false });
  const { group, range, from, to } = list.state;
  const by = group ?? 'product';
  const then = list.state.by === by ? null : list.state.by;
  const { start, end } = data?.period ?? {};
  const columns = useMemo(
    () => marginColumns(by, then, start && end ? { start, end } : undefined),
    [by, then, start, end],
  );
  return (
    <ListPage
      title="Margins"
      description={
        data &&
        `Invoiced ${daysText(data.period)}, less the average cost when it shipped. What was credited is left out.`
      }
      breadcrumbs={[{ label: 'Reports', href: '/reports' }]}
      list={{ ...list, ...nounOf(by, then) }}
      columns={columns}
      rowLabel={(row) => labelOf(row, by, then)}
      tabs={
        <>
          <Totals totals={data?.totals} />
          <ViewTabs
            label="Group by"
            current={by}
            tabs={GROUPS.map((key) => ({
              key,
              label: TABS[key],
              href: list.hrefWith({
                group: key === 'product' ? null : key,
                sort: key === 'day' ? '-day' : null,
              }),
            }))}
          />
        </>
      }
      filters={
        <>
          <FilterSelect
            label="Divide by"
            options={GROUPS.filter((key) => key !== by).map((key) => ({ value: key, label: TABS[key] }))}
            value={then ? [then] : []}
            onValueChange={([next]) => list.setFilters({ by: GROUPS.find((key) => key === next) ?? null })}
          />
          <Select
            aria-label="Range"
            options={OPTIONS}
            value={range ?? 'last_30_days'}
            onValueChange={(next) =>
              list.setFilters({
                range: next === 'last_30_days' ? null : next,
                // A custom range begins with the days that are shown.
                ...(next === 'custom' && data
                  ? { from: data.period.start, to: data.period.end }
                  : { from: null, to: null }),
              })
            }
          />
          {range === 'custom' && (
            <DateRange
              label="Custom range"
              from={from}
              to={to}
              max={todayIn(entity.timezone)}
              error={isTooLong(from, to) ? TOO_LONG : undefined}
              onChange={(days) => list.setFilters(days)}
            />
          )}
        </>
      }
      exportAs={{ path: '/api/v1/reports/margins', fileName: `margins-by-${by}.csv` }}
      empty={
        <EmptyState icon={Percent} title="Nothing invoiced in this range">
          What your goods earn appears here once orders are invoiced.
        </EmptyState>
      }
    />
  );
}

const nounOf = (by: MarginGroup, then: MarginGroup | null) => {
  if (then) return { noun: 'row', plural: 'rows' };
  const plural = TABS[by].toLowerCase();
  return { noun: by, plural };
};

const daysText = ({ start, end }: MarginReport['period']) =>
  start === end ? `on ${formatDate(start)}` : `from ${formatDate(start)} to ${formatDate(end)}`;

/** The sums of all rows, and why there is no margin where a cost is missing. */
function Totals({ totals }: { totals: MarginReport['totals'] | undefined }) {
  const unknown = totals && totals.uncosted_units > 0;
  const figures = [
    { label: 'Sales', value: formatMoney(totals?.sales) },
    {
      label: 'Cost',
      value: unknown && totals.uncosted_units >= totals.units ? UNKNOWN : formatMoney(totals?.cost),
      note: unknown && `Cost of ${unitsText(totals.uncosted_units, totals)} unknown`,
    },
    { label: 'Margin', value: formatMoney(totals?.margin), note: unknown && 'Needs the cost of all units' },
    { label: 'Margin, % of sales', value: formatMarginPercent(totals?.margin_percent) },
  ];
  return (
    <section aria-label="Totals" className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ label, value, note }) => (
        <StatCard key={label} label={label} value={value} note={note} loading={!totals} />
      ))}
    </section>
  );
}
