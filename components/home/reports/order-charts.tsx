import { ORDER_STATUS } from '@/components/orders/status-badge';
import { formatCount, formatNumber, formatShare } from '@/components/ui/format';
import { BarList } from './bar-list';
import { ChartCard } from './chart-card';
import type { Overview } from './types';

/** The orders of a period by their status. */
export function OrdersByStatus({ overview }: { overview: Overview }) {
  const { orders_by_status: statuses, period } = overview;
  const total = statuses.reduce((sum, { orders }) => sum + orders, 0);
  const delivered = statuses.find(({ status }) => status === 'delivered')?.orders ?? 0;
  const bars = statuses.map(({ status, orders }) => ({
    key: status,
    label: ORDER_STATUS[status].label,
    value: orders,
    text: formatNumber(orders),
    href: `/orders?status=${status}&from=${period.start}&to=${period.end}`,
    color: ORDER_STATUS[status].color,
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
