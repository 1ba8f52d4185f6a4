import { formatCount, formatNumber, formatShare } from '@/components/ui/format';
import { BarList } from './bar-list';
import { ChartCard } from './chart-card';
import { STATUS } from './order-words';
import type { OrderStatusName, Overview } from './types';

const STATUS_COLOR: Record<OrderStatusName, string> = {
  pending: 'bg-chart-3',
  accepted: 'bg-chart-2',
  preparing: 'bg-chart-4',
  shipped: 'bg-chart-5',
  delivered: 'bg-chart-1',
  cancelled: 'bg-control',
};
/** The orders of a period by their status. */
export function OrdersByStatus({ overview }: { overview: Overview }) {
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
      title="How far along are our orders?"
      testId="chart-orders-by-status"
      summary={
        total === 0
          ? `No orders in the last ${period.days} days.`
          : `${formatCount(total, 'order')}, ${formatShare(delivered / total)} delivered.`
      }
      className="lg:col-span-3"
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
