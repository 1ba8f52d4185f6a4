import type { inferRouterOutputs } from '@trpc/server';
import { unitsText } from '@/components/catalog/goods/amounts';
import { DownloadLink } from '@/components/ui/base/download-link';
import { Link } from '@/components/ui/base/link';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatMoney,
  formatMoneyShort,
  formatNumber,
  UNKNOWN,
} from '@/components/ui/format';
import type { AppRouter } from '@/server/transport/router';
import { AreaChart } from './area-chart';
import { BarList } from './bar-list';
import { ChartCard } from './chart-card';
import { type SalesFilter, type SalesGroup, salesSearch } from './sales-address';
import { ticksTo } from './ticks';

type Outputs = inferRouterOutputs<AppRouter>['reports'];
type Report = Outputs['sales'];
type Row = Report['data'][number];

export const GROUP_TABS: Record<SalesGroup, string> = {
  product: 'Products',
  variant: 'Variants',
  brand: 'Brands',
  category: 'Categories',
  customer: 'Customers',
  representative: 'Representatives',
  supplier: 'Suppliers',
};
const BARS = 10;

const questionOf = ({ by, side }: Pick<Report, 'by' | 'side'>) => {
  const groups = GROUP_TABS[by].toLowerCase();
  if (by === 'supplier') return 'Which suppliers do we buy the most from?';
  return side === 'selling' ? `Which ${groups} bring the most?` : `Which ${groups} do we spend the most on?`;
};

/** "+12%" of what there was before. */
function changeText(now: number, before: number | null): string {
  if (before === null) return '';
  if (before === 0) return now === 0 ? 'no change' : 'new';
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`;
}

/** What is behind a row: the orders of a customer in the range of the report, else its own page or its goods. */
function hrefOf({ by, side, period: { start, end } }: Report, { id, name }: Row) {
  const sells = side === 'selling';
  if (by === 'category') return sells ? `/products?category=${encodeURIComponent(name)}` : null;
  if (by === 'brand')
    return sells && name !== 'No brand' ? `/products?brand=${encodeURIComponent(name)}` : null;
  if (id === null) return null;
  if (by === 'product') return `/products/${id}`;
  if (by === 'supplier') return `/suppliers/${id}`;
  if (by === 'representative') return `/customers?representative_id=${id}`;
  return by === 'customer' ? `/orders?party=${id}&from=${start}&to=${end}` : null;
}

/** "margin $40.00 (25%)" */
const marginText = ({ margin, value }: Row) =>
  margin === null
    ? null
    : `margin ${formatMoney(margin)}${value > 0 ? ` (${Math.round((margin / value) * 100)}%)` : ''}`;

/** Whether rows of a group know how their goods are sold. */
const knowsGoods = (by: SalesGroup) => by === 'product' || by === 'variant';

/** Units of a row, or what they weigh; null where jars and pounds count together. */
const soldOf = (row: Row, by: SalesGroup) =>
  row.amount === null && knowsGoods(by) ? null : formatAmount(row.units, row);

const titled = (name: string, by: SalesGroup) =>
  by === 'category' ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;

/** What brought or cost how much, highest first. @param hasUnits whether sums of unlike goods count units */
export function SalesByGroup({
  report,
  filter,
  hasUnits,
}: {
  report: Report;
  filter: SalesFilter;
  hasUnits: boolean;
}) {
  const { data, totals, by, compared_with, pagination } = report;
  const [first] = data;
  const title = questionOf(report);
  const hasMargin = data.some(({ margin }) => margin !== null);
  const saysUnits = hasUnits || knowsGoods(by);
  const rest =
    pagination.total > BARS ? ` The ${BARS} highest of ${formatNumber(pagination.total)} are shown.` : '';
  const share = first && totals.value > 0 ? Math.round((100 * first.value) / totals.value) : 0;
  return (
    <ChartCard
      title={title}
      testId="chart-sales-by-group"
      summary={
        first && first.value > 0
          ? `${titled(first.name, by)} leads with ${formatMoney(first.value)}, ${share}% of ${formatMoney(totals.value)}.${rest}`
          : 'No orders in this range.'
      }
      className="lg:col-span-3"
      columns={[
        { label: GROUP_TABS[by] },
        ...(saysUnits ? [{ label: 'Units', align: 'right' } as const] : []),
        { label: 'Value', align: 'right' },
        ...(compared_with
          ? [{ label: 'Before', align: 'right' } as const, { label: 'Change', align: 'right' } as const]
          : []),
        ...(hasMargin ? [{ label: 'Margin', align: 'right' } as const] : []),
      ]}
      rows={data.map((row) => {
        const href = hrefOf(report, row);
        const name = titled(row.name, by);
        return {
          key: row.id ?? row.name,
          values: [
            name,
            ...(saysUnits ? [row.amount ?? (knowsGoods(by) ? null : row.units)] : []),
            row.value,
            ...(compared_with ? [row.previous_value, changeText(row.value, row.previous_value)] : []),
            ...(hasMargin ? [row.margin] : []),
          ],
          cells: [
            href ? (
              <Link
                key="name"
                href={href}
                className="rounded-sm text-link underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            ) : (
              name
            ),
            ...(saysUnits ? [soldOf(row, by) ?? UNKNOWN] : []),
            formatMoney(row.value),
            ...(compared_with
              ? [formatMoney(row.previous_value ?? 0), changeText(row.value, row.previous_value)]
              : []),
            ...(hasMargin ? [row.margin === null ? UNKNOWN : formatMoney(row.margin)] : []),
          ],
        };
      })}
    >
      <BarList
        bars={data.slice(0, BARS).map((row) => ({
          key: row.id ?? row.name,
          label: titled(row.name, by),
          value: row.value,
          text: [
            formatMoney(row.value),
            ...(saysUnits && soldOf(row, by) !== null ? [unitsText(row.units, row)] : []),
            ...(row.margin === null ? [] : [marginText(row)]),
            ...(compared_with ? [changeText(row.value, row.previous_value)] : []),
          ].join(' · '),
          href: hrefOf(report, row),
          color: 'bg-chart-1',
        }))}
      />
      {pagination.total > 0 && (
        <DownloadLink
          href={`/api/v1/reports/sales?${salesSearch(filter)}&side=${report.side}&format=csv`}
          className="mt-4 inline-flex items-center gap-1.5 self-start text-link text-sm print:hidden [&_svg]:size-4"
        >
          Download all {formatNumber(pagination.total)} as CSV
        </DownloadLink>
      )}
    </ChartCard>
  );
}

/** "Mar 4": an axis has no room for the year. */
const shortDate = (date: string) => formatDate(date).replace(/, \d+$/, '');

const rangeText = ({ start, end }: { start: string; end: string }) =>
  start === end ? formatDate(start) : `${formatDate(start)} to ${formatDate(end)}`;

/** What was sold or bought over time, before the days compared with. @param hasUnits as of the groups */
export function SalesOverTime({ trend, hasUnits }: { trend: Outputs['trend']; hasUnits: boolean }) {
  const { points, side, period, compared_with, step } = trend;
  const sum = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  const value = sum((point) => point.value);
  const before = compared_with ? sum((point) => point.previous_value ?? 0) : null;
  const best = points.reduce(
    (most, point) => (point.value > most.value ? point : most),
    points[0] ?? { start: '', value: 0 },
  );
  const compared =
    before === null
      ? ''
      : ` ${formatMoney(before)} in the range compared with: ${changeText(value, before)}.`;
  const summary =
    value === 0
      ? `No orders in this range.${compared}`
      : `${formatMoney(value)} before tax; most ${step === 'day' ? 'on' : `in the ${step} of`} ${formatDate(best.start)}, ${formatMoney(best.value)}.${compared}`;
  const ticks = ticksTo(
    points.reduce((most, point) => Math.max(most, point.value, point.previous_value ?? 0), 0),
  );
  return (
    <ChartCard
      title={side === 'selling' ? 'When do we sell the most?' : 'When do we buy the most?'}
      testId="chart-sales-over-time"
      summary={summary}
      className="lg:col-span-3"
      columns={[
        { label: step === 'day' ? 'Day' : 'Month of' },
        ...(hasUnits ? [{ label: 'Units', align: 'right' } as const] : []),
        { label: 'Value', align: 'right' },
        ...(compared_with ? [{ label: 'Before', align: 'right' } as const] : []),
      ]}
      rows={(value === 0 && !before ? [] : points).map((point) => ({
        key: point.start,
        values: [
          point.start,
          ...(hasUnits ? [point.units] : []),
          point.value,
          ...(compared_with ? [point.previous_value] : []),
        ],
        cells: [
          formatDate(point.start),
          ...(hasUnits ? [formatNumber(point.units)] : []),
          formatMoney(point.value),
          ...(compared_with ? [formatMoney(point.previous_value ?? 0)] : []),
        ],
      }))}
    >
      {(value > 0 || Boolean(before)) && (
        <AreaChart
          label={summary}
          {...(compared_with && { legend: [rangeText(period), rangeText(compared_with)] as const })}
          ticks={ticks}
          tickLabels={ticks.map((tick) => (tick === 0 ? '$0' : formatMoneyShort(tick)))}
          points={points.map((point) => ({
            key: point.start,
            label: shortDate(point.start),
            value: point.value,
            ...(point.previous_value !== null && { before: point.previous_value }),
            lines: [
              formatDate(point.start),
              formatMoney(point.value),
              ...(hasUnits ? [formatCount(point.units, 'unit')] : []),
              ...(point.previous_value === null ? [] : [`Before: ${formatMoney(point.previous_value)}`]),
            ],
          }))}
        />
      )}
    </ChartCard>
  );
}
