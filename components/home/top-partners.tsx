import { BarList } from '@/components/home/reports/bar-list';
import { ChartCard } from '@/components/home/reports/chart-card';
import { ownSideOf } from '@/components/orders/own-side';
import { formatMoney, formatNumber } from '@/components/ui/format';
import { countsUnits } from '@/server/kernel/weights';
import type { Looking } from './work';

const SHOWN = 6;
const RANGES = { 7: 'last_7_days', 30: 'last_30_days', 90: 'last_90_days' } as const;

/** Who bought the most, or from whom most was bought; nothing before a first order. */
export async function TopPartners({ looking }: { looking: Looking }) {
  const { actor, caller } = looking;
  if (!actor.permissions.includes('read:orders')) return null;
  const overview = await looking.overview;
  const { days } = overview.period;
  const side = ownSideOf(actor.entity.type);
  const [by, path, name] =
    side === 'selling'
      ? (['customer', '/customers', 'Customer'] as const)
      : (['supplier', '/suppliers', 'Supplier'] as const);
  const range = RANGES[days as keyof typeof RANGES];
  const { data } = await caller.reports.sales({ by, side, range, page: 1, limit: SHOWN });
  if (data.length === 0) return null;
  const hasUnits = countsUnits(overview);
  return (
    <ChartCard
      title={`Top ${name.toLowerCase()}s`}
      testId="chart-home-top"
      summary={`By value over ${days} days, before tax.`}
      columns={[
        { label: name },
        ...(hasUnits ? [{ label: 'Units', align: 'right' } as const] : []),
        { label: 'Value', align: 'right' },
      ]}
      rows={data.map((row) => ({
        key: row.id ?? row.name,
        values: [row.name, ...(hasUnits ? [row.units] : []), row.value],
        cells: [row.name, ...(hasUnits ? [formatNumber(row.units)] : []), formatMoney(row.value)],
      }))}
    >
      <BarList
        bars={data.map((row) => ({
          key: row.id ?? row.name,
          label: row.name,
          value: row.value,
          text: formatMoney(row.value),
          href: `${path}/${row.id}`,
          color: 'bg-chart-2',
        }))}
      />
    </ChartCard>
  );
}
