'use client';
import dynamic from 'next/dynamic';
import { formatCount, formatDate, formatMoney, formatNumber, formatShare } from '@/components/format';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import type { EntityType } from '@/server/kernel/permissions';
import { BarList } from './bar-list';
import { ChartCard } from './chart-card';
import { ORDER_WORDS, ROOM, STATUS } from './labels';
import type { OrderStatusName, Overview } from './types';

// The chart library comes after the figures, into a place that is already kept for it.
const ValueChart = dynamic(() => import('./value-chart').then((m) => m.ValueChart), {
  ssr: false,
  loading: () => <Skeleton className="min-h-64 flex-1" />,
});

const STATUS_COLOR: Record<OrderStatusName, string> = {
  pending: 'bg-chart-3',
  accepted: 'bg-chart-2',
  preparing: 'bg-chart-4',
  shipped: 'bg-chart-5',
  delivered: 'bg-chart-1',
  cancelled: 'bg-control',
};
const ROOM_COLORS = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4'];
const linkStyle = 'rounded-sm text-link underline-offset-4 hover:underline';

/** The period drawn: order value by day, and what orders and stock consist of. */
export function Charts({ overview, type }: { overview: Overview; type: EntityType }) {
  const words = ORDER_WORDS[type];
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {words && <ValueByDay overview={overview} name={words.value} />}
      {words && <OrdersByStatus overview={overview} />}
      <UnitsByRoom overview={overview} className={words ? undefined : 'lg:col-span-3'} />
      {words && <TopProducts overview={overview} />}
    </div>
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
  return (
    <ChartCard
      title={`${name} by day`}
      testId="chart-order-value"
      summary={summary}
      className="lg:col-span-2"
      columns={[{ label: 'Day' }, { label: 'Orders', align: 'right' }, { label: 'Value', align: 'right' }]}
      rows={days.map((day) => ({
        key: day.date,
        cells: [
          <Link key="day" href={`/orders?from=${day.date}&to=${day.date}`} className={linkStyle}>
            {formatDate(day.date)}
          </Link>,
          formatNumber(day.orders),
          formatMoney(day.value),
        ],
      }))}
    >
      <ValueChart days={days} label={summary} />
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
      rows={bars.map((bar) => ({ key: bar.key, cells: [bar.label, bar.text] }))}
    >
      <BarList bars={bars} />
    </ChartCard>
  );
}

function UnitsByRoom({ overview, className }: { overview: Overview; className: string | undefined }) {
  const { units_by_room: rooms, inventory } = overview;
  const [first] = rooms;
  const bars = rooms.map(({ room_type, units }, index) => ({
    key: room_type,
    label: ROOM[room_type],
    value: units,
    text: formatNumber(units),
    href: `/inventory?room_type=${room_type}`,
    color: ROOM_COLORS[index % ROOM_COLORS.length] ?? 'bg-chart-1',
  }));
  return (
    <ChartCard
      title="Units by room"
      testId="chart-units-by-room"
      className={className}
      summary={
        first && inventory.units > 0
          ? `${formatCount(inventory.units, 'unit')} in stock, ${formatShare(first.units / inventory.units)} in ${ROOM[first.room_type].toLowerCase()}.`
          : 'Nothing in stock.'
      }
      columns={[{ label: 'Room' }, { label: 'Units', align: 'right' }]}
      rows={bars.map((bar) => ({ key: bar.key, cells: [bar.label, bar.text] }))}
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
      className="lg:col-span-2"
      columns={[{ label: 'Product' }, { label: 'Units', align: 'right' }, { label: 'Value', align: 'right' }]}
      rows={products.map((product) => ({
        key: product.product_id,
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
