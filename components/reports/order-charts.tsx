import {
  formatCount,
  formatDate,
  formatMoney,
  formatMoneyShort,
  formatNumber,
  formatShare,
} from '@/components/format';
import { Link } from '@/components/ui/link';
import type { EntityType } from '@/server/kernel/permissions';
import { AreaChart } from './area-chart';
import { BarList } from './bar-list';
import { ChartCard } from './chart-card';
import { ORDER_WORDS, STATUS } from './order-words';
import { ticksTo } from './ticks';
import type { OrderStatusName, Overview } from './types';

const STATUS_COLOR: Record<OrderStatusName, string> = {
  pending: 'bg-chart-3',
  accepted: 'bg-chart-2',
  preparing: 'bg-chart-4',
  shipped: 'bg-chart-5',
  delivered: 'bg-chart-1',
  cancelled: 'bg-control',
};
const linkStyle = 'rounded-sm text-link underline-offset-4 hover:underline';

/** "Mar 4": an axis has no room for the year. */
const shortDate = (date: string) => formatDate(date).replace(/, \d+$/, '');

/** The orders of a period: their value by day, their status, and what was ordered most. */
export function OrderCharts({ overview, type }: { overview: Overview; type: EntityType }) {
  const words = ORDER_WORDS[type];
  return (
    <>
      <ValueByDay overview={overview} name={words.value} />
      <OrdersByStatus overview={overview} />
      <TopProducts overview={overview} />
    </>
  );
}

function ValueByDay({ overview, name }: { overview: Overview; name: string }) {
  const { value_by_day: days, figures, period } = overview;
  const best = days.reduce((most, day) => (day.value > most.value ? day : most), {
    date: period.end,
    value: 0,
    orders: 0,
  });
  const summary =
    best.value === 0
      ? `No orders in the last ${period.days} days.`
      : `${formatMoney(figures.order_value.current)} in ${formatCount(figures.orders.current, 'order')} over ${period.days} days; most on ${formatDate(best.date)}, ${formatMoney(best.value)}.`;
  const ticks = ticksTo(best.value);
  return (
    <ChartCard
      title={`${name} over time`}
      testId="chart-order-value"
      summary={summary}
      className="lg:col-span-2"
      columns={[{ label: 'Day' }, { label: 'Orders', align: 'right' }, { label: 'Value', align: 'right' }]}
      rows={(best.value === 0 ? [] : days).map((day) => ({
        key: day.date,
        values: [day.date, day.orders, day.value],
        cells: [
          <Link key="day" href={`/orders?from=${day.date}&to=${day.date}`} className={linkStyle}>
            {formatDate(day.date)}
          </Link>,
          formatNumber(day.orders),
          formatMoney(day.value),
        ],
      }))}
    >
      {best.value > 0 && (
        <AreaChart
          label={summary}
          ticks={ticks}
          tickLabels={ticks.map((tick) => (tick === 0 ? '$0' : formatMoneyShort(tick)))}
          points={days.map((day) => ({
            key: day.date,
            label: shortDate(day.date),
            value: day.value,
            lines: [formatDate(day.date), formatMoney(day.value), formatCount(day.orders, 'order')],
          }))}
        />
      )}
    </ChartCard>
  );
}

function OrdersByStatus({ overview }: { overview: Overview }) {
  const { orders_by_status: statuses, period } = overview;
  const total = statuses.reduce((sum, { orders }) => sum + orders, 0);
  const delivered = statuses.find(({ status }) => status === 'delivered')?.orders ?? 0;
  const bars = statuses.map(({ status, orders }) => ({
    key: status,
    label: STATUS[status],
    value: orders,
    text: formatNumber(orders),
    href: `/orders?status=${status}&from=${period.start}&to=${period.end}`,
    color: STATUS_COLOR[status],
  }));
  return (
    <ChartCard
      title="Orders by status"
      testId="chart-orders-by-status"
      summary={
        total === 0
          ? `No orders in the last ${period.days} days.`
          : `${formatCount(total, 'order')}, ${formatShare(delivered / total)} delivered.`
      }
      columns={[{ label: 'Status' }, { label: 'Orders', align: 'right' }]}
      rows={bars.map(({ key, label, value, text }) => ({
        key,
        values: [label, value],
        cells: [label, text],
      }))}
    >
      <BarList bars={bars} />
    </ChartCard>
  );
}

function TopProducts({ overview }: { overview: Overview }) {
  const { top_products: products, period } = overview;
  const [first] = products;
  return (
    <ChartCard
      title="Top products"
      testId="chart-top-products"
      summary={
        first
          ? `By value over ${period.days} days; ${first.product_name} leads with ${formatMoney(first.value)}.`
          : `No orders in the last ${period.days} days.`
      }
      className="lg:col-span-3"
      columns={[{ label: 'Product' }, { label: 'Units', align: 'right' }, { label: 'Value', align: 'right' }]}
      rows={products.map((product) => ({
        key: product.product_id,
        values: [product.product_name, product.units, product.value],
        cells: [
          <Link key="product" href={`/products/${product.product_id}`} className={linkStyle}>
            {product.product_name}
          </Link>,
          formatNumber(product.units),
          formatMoney(product.value),
        ],
      }))}
    >
      <BarList
        bars={products.map((product) => ({
          key: product.product_id,
          label: product.product_name,
          value: product.value,
          text: `${formatMoney(product.value)} · ${formatCount(product.units, 'unit')}`,
          href: `/products/${product.product_id}`,
          color: 'bg-chart-2',
        }))}
      />
    </ChartCard>
  );
}
