import { formatCount, formatDate, moveDay, todayIn } from '@/components/ui/format';
import type { OrderStatus } from './types';

/** Days between two calendar dates. */
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Whether nothing more is to arrive. */
export const isClosed = ({ status }: { status: OrderStatus }): boolean =>
  status === 'delivered' || status === 'cancelled';

/** How late an open order is, in days; 0 for one that is on time, closed or without a date. @param today in the business's timezone */
export function daysLate(
  order: { status: OrderStatus; delivery_date: string | null },
  today: string,
): number {
  return isClosed(order) || !order.delivery_date ? 0 : Math.max(0, daysBetween(order.delivery_date, today));
}

/** The day on which an order is to arrive: how late it is, "Today", "Tomorrow" or the date. */
export function DeliveryDay({
  order,
  timezone,
}: {
  order: { status: OrderStatus; delivery_date: string | null };
  timezone: string;
}) {
  const { delivery_date } = order;
  const date = formatDate(delivery_date);
  if (!delivery_date || isClosed(order)) return date;
  const today = todayIn(timezone);
  const late = daysLate(order, today);
  const near = { [today]: 'Today', [moveDay(today, 1)]: 'Tomorrow' }[delivery_date];
  // The server and the browser may be on two sides of midnight.
  return (
    <time
      dateTime={delivery_date}
      title={late > 0 || near ? date : undefined}
      className={late > 0 ? 'font-medium text-destructive' : undefined}
      suppressHydrationWarning
    >
      {late > 0 ? `${formatCount(late, 'day')} late` : (near ?? date)}
    </time>
  );
}
