import { CirclePlus, ClipboardList, type LucideIcon, Minus, PackageCheck, Pencil } from 'lucide-react';
import { DateTime } from '@/components/date-time';
import { Timeline, TimelineItem } from '@/components/ui/timeline';
import { ORDER_STATUS } from './status-badge';
import type { Order, OrderHistory } from './types';

type Entry = OrderHistory['data'][number];

const EDIT: Record<Exclude<Entry['action'], 'created' | 'moved'>, { title: string; icon: LucideIcon }> = {
  item_added: { title: 'Item added', icon: CirclePlus },
  item_changed: { title: 'Quantity changed', icon: Pencil },
  item_removed: { title: 'Item removed', icon: Minus },
  receipt_filed: { title: 'Receipt filed', icon: PackageCheck },
  receipt_corrected: { title: 'Receipt corrected', icon: Pencil },
  return_received: { title: 'Return received', icon: PackageCheck },
};

function looks(entry: Entry): { title: string; icon: LucideIcon } {
  if (entry.action === 'created') return { title: 'Placed', icon: ClipboardList };
  if (entry.action !== 'moved') return EDIT[entry.action];
  const { label, icon } = ORDER_STATUS[entry.to_status];
  return { title: label, icon };
}

/** Order history, newest first: who, when, and what they said. */
export function OrderTimeline({
  order,
  history,
  timezone,
}: {
  order: Order;
  history: OrderHistory['data'];
  timezone: string;
}) {
  const business = (id: string) => (id === order.retailer.id ? order.retailer.name : order.wholesaler.name);
  return (
    <Timeline label="Order history">
      {history.toReversed().map((entry) => {
        const { title, icon } = looks(entry);
        return (
          <TimelineItem
            key={entry.id}
            icon={icon}
            title={title}
            meta={<DateTime value={entry.created_at} timezone={timezone} />}
          >
            {entry.summary && <p className="text-text">{entry.summary}</p>}
            {entry.notes && <p className="whitespace-pre-line text-text">“{entry.notes}”</p>}
            <p className="text-sm">
              {entry.actor.name} · {business(entry.actor.entity_id)}
            </p>
          </TimelineItem>
        );
      })}
    </Timeline>
  );
}
