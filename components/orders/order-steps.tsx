import { Check, X } from 'lucide-react';
import { Card } from '@/components/ui/base/card';
import { type Step, Stepper } from '@/components/ui/base/stepper';
import { DateTime } from '@/components/ui/date-time';
import { formatDateTime, formatDay } from '@/components/ui/format';
import { ORDER_WAY } from '@/server/kernel/order-statuses';
import { ORDER_STATUS } from './status-badge';
import type { Order, OrderHistory, OrderStatus } from './types';

const LABEL = 'Progress of the order';

/** How far the order has come, with the time of each step: a line once it is over. A canceled one ends where it stopped. */
export function OrderSteps({
  order,
  history,
  timezone,
}: {
  order: Order;
  history: OrderHistory['data'];
  timezone: string;
}) {
  const times = new Map<OrderStatus, string>([['pending', order.created_at]]);
  for (const entry of history) {
    if (entry.action === 'moved') times.set(entry.to_status, entry.created_at);
  }
  const stopped = order.status === 'cancelled';
  const isOver = stopped || order.status === 'delivered';
  const detail = (status: OrderStatus) => {
    const time = times.get(status);
    if (!time) return undefined;
    if (!isOver) return <DateTime value={time} timezone={timezone} />;
    return (
      <time dateTime={time} title={formatDateTime(time, timezone)}>
        {formatDay(time, timezone)}
      </time>
    );
  };
  const reached = stopped
    ? ORDER_WAY.filter((status) => times.has(status)).length
    : ORDER_WAY.indexOf(order.status);
  const steps = (stopped ? ORDER_WAY.slice(0, reached) : ORDER_WAY).map(
    (status, index): Step => ({
      key: status,
      label: status === 'pending' ? 'Placed' : ORDER_STATUS[status].label,
      state:
        index < reached || (status === order.status && status === 'delivered')
          ? 'done'
          : index === reached
            ? 'current'
            : 'upcoming',
      detail: detail(status),
    }),
  );
  if (stopped) {
    steps.push({ key: 'cancelled', label: 'Canceled', state: 'stopped', detail: detail('cancelled') });
  }
  if (!isOver) {
    return (
      <Card>
        <Stepper label={LABEL} steps={steps} />
      </Card>
    );
  }
  return (
    <ol aria-label={LABEL} className="-mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
      {steps.map(({ key, label, state, detail }) => (
        <li key={key} className="inline-flex items-center gap-1.5">
          {state === 'stopped' ? (
            <X aria-hidden className="size-3.5 text-destructive" />
          ) : (
            <Check aria-hidden className="size-3.5 text-primary" />
          )}
          <span className="font-medium text-text">{label}</span>
          {detail}
        </li>
      ))}
    </ol>
  );
}
