import { AreaChart } from '@/components/home/reports/area-chart';
import { ChartCard } from '@/components/home/reports/chart-card';
import { ORDER_WORDS } from '@/components/home/reports/order-words';
import type { Period } from '@/components/home/reports/period';
import { PeriodLinks } from '@/components/home/reports/period-links';
import { ticksTo } from '@/components/home/reports/ticks';
import type { Overview } from '@/components/home/reports/types';
import { formatCount, formatDate, formatMoney, formatMoneyShort } from '@/components/ui/format';
import type { EntityType } from '@/server/kernel/permissions';
import { Figures } from './figures';

/** "Mar 4": an axis has no room for the year. */
const shortDate = (date: string) => formatDate(date).replace(/, \d+$/, '');

/** Sales or purchases of a period with those before it behind them. */
export function Sales({ overview, type }: { overview: Overview; type: EntityType }) {
  const { days } = overview.period;
  return (
    <section aria-labelledby="figures">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="figures" className="font-semibold text-lg">
          Last {days} days <span className="font-normal text-muted">vs the previous {days} days</span>
        </h2>
        <PeriodLinks days={days as Period} path="/" />
      </div>
      <ByDay overview={overview} type={type} />
    </section>
  );
}

function ByDay({ overview, type }: { overview: Overview; type: EntityType }) {
  const { figures, period, value_by_day: current, previous_value_by_day: previous } = overview;
  const ordered = ORDER_WORDS[type].value;
  const ticks = ticksTo(Math.max(...[...current, ...previous].map(({ line_value }) => line_value)));
  const summary = `${formatMoney(figures.line_value.current)} before tax in ${formatCount(figures.orders.current, 'order')}, ${formatMoney(figures.line_value.previous)} in the ${period.days} days before.`;
  return (
    <ChartCard
      title={ordered}
      testId="chart-home"
      summary={summary}
      head={<Figures overview={overview} type={type} />}
      columns={[
        { label: 'Day' },
        { label: ordered, align: 'right' },
        { label: `${period.days} days before`, align: 'right' },
      ]}
      rows={current.map(({ date, line_value: value }, index) => {
        const before = previous[index]?.line_value ?? 0;
        return {
          key: date,
          values: [date, value, before],
          cells: [formatDate(date), formatMoney(value), formatMoney(before)],
        };
      })}
    >
      <AreaChart
        label={summary}
        ticks={ticks}
        tickLabels={ticks.map((tick) => (tick === 0 ? '$0' : formatMoneyShort(tick)))}
        points={current.map(({ date, line_value: value, orders }, index) => {
          const before = previous[index];
          return {
            key: date,
            label: shortDate(date),
            value,
            before: before?.line_value ?? 0,
            lines: [
              formatDate(date),
              formatMoney(value),
              formatCount(orders, 'order'),
              ...(before ? [`${formatMoney(before.line_value)} on ${shortDate(before.date)}`] : []),
            ],
          };
        })}
      />
    </ChartCard>
  );
}
