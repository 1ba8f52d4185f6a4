import type { inferRouterOutputs } from '@trpc/server';
import { unitsText } from '@/components/catalog/goods/amounts';
import { formatAmount, formatMoney, formatNumber, type Stepped, UNKNOWN } from '@/components/ui/format';
import type { AppRouter } from '@/server/transport/router';
import { BarList } from './bar-list';
import { ChartCard } from './chart-card';

type Outputs = inferRouterOutputs<AppRouter>['reports'];

const BARS = 10;

/** How fast the stock sells, fastest first. */
export function SellThrough({ report }: { report: Outputs['sellThrough'] }) {
  const { data, period } = report;
  const sold = data.filter(({ sold_units }) => sold_units > 0);
  const [first] = sold;
  return (
    <ChartCard
      title="What sells through fastest?"
      testId="chart-sell-through"
      summary={
        first
          ? `${first.name} sold ${formatNumber(first.sell_through)}% of what was in stock over ${period.days} days.`
          : `Nothing sold in the ${period.days} days.`
      }
      className="lg:col-span-3"
      columns={[
        { label: 'Product' },
        { label: 'Sold', align: 'right' },
        { label: 'On hand', align: 'right' },
        { label: 'Sell-through', align: 'right' },
        { label: 'Days of supply', align: 'right' },
      ]}
      rows={data.map((row) => ({
        key: row.id ?? row.name,
        values: [row.name, row.sold_amount, row.on_hand_amount, row.sell_through, row.days_of_supply],
        cells: [
          row.name,
          row.sold_amount === null ? UNKNOWN : formatAmount(row.sold_units, row),
          row.on_hand_amount === null ? UNKNOWN : formatAmount(row.on_hand, row),
          row.sell_through === null ? UNKNOWN : `${formatNumber(row.sell_through)}%`,
          row.days_of_supply === null ? UNKNOWN : formatNumber(row.days_of_supply),
        ],
      }))}
    >
      <BarList
        bars={sold.slice(0, BARS).map((row) => ({
          key: row.id ?? row.name,
          label: row.name,
          value: row.sell_through ?? 0,
          text: `${formatNumber(row.sell_through)}% · ${row.days_of_supply === null ? UNKNOWN : formatNumber(Math.round(row.days_of_supply))} days of supply`,
          href: row.id && `/products/${row.id}`,
          color: 'bg-chart-5',
        }))}
      />
    </ChartCard>
  );
}

const NONE: Stepped = {};

/** Stock in batches by age. */
export function BatchAges({ ages }: { ages: Outputs['batchAges']['ages'] }) {
  // Batches of goods that are sold in different steps are added up by what they cost alone.
  const stocked = ages.filter(({ units }) => units > 0);
  const [goods = NONE] = stocked;
  const isAlike = stocked.every(
    ({ amount, unit, step }) => amount !== null && unit === goods.unit && step === goods.step,
  );
  const of = isAlike ? 'units' : 'value';
  const old = ages.slice(2).reduce((sum, age) => sum + age[of], 0);
  const total = ages.reduce((sum, age) => sum + age[of], 0);
  const text = (sum: number) => (isAlike ? unitsText(sum, goods) : `${formatMoney(sum)} at cost`);
  const amountOf = (age: (typeof ages)[number]) => (age.amount === null ? null : unitsText(age.units, age));
  const nameOf = ({ from_days, to_days }: (typeof ages)[number]) =>
    to_days === null ? `Over ${from_days - 1} days` : `${from_days}–${to_days} days`;
  return (
    <ChartCard
      title="How old are the batches on hand?"
      testId="chart-batch-ages"
      summary={
        stocked.length === 0
          ? 'No units in batches.'
          : `${text(old)} of ${isAlike ? formatAmount(total, goods) : formatMoney(total)} ${isAlike && !goods.step ? 'are' : 'is'} of batches older than 60 days.`
      }
      className="lg:col-span-3"
      columns={[
        { label: 'Age' },
        { label: 'Batches', align: 'right' },
        { label: 'Units', align: 'right' },
        { label: 'Value', align: 'right' },
      ]}
      rows={(stocked.length === 0 ? [] : ages).map((age) => ({
        key: nameOf(age),
        values: [nameOf(age), age.batches, age.amount, age.value],
        cells: [
          nameOf(age),
          formatNumber(age.batches),
          age.amount === null ? UNKNOWN : formatAmount(age.units, age),
          formatMoney(age.value),
        ],
      }))}
    >
      <BarList
        bars={ages.map((age) => ({
          key: nameOf(age),
          label: nameOf(age),
          value: age[of],
          text: [amountOf(age), formatMoney(age.value)].filter(Boolean).join(' · '),
          href: null,
          color: 'bg-chart-3',
        }))}
      />
    </ChartCard>
  );
}
