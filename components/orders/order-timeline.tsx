import {
  CirclePlus,
  ClipboardList,
  Hash,
  type LucideIcon,
  MessageSquare,
  Minus,
  PackageCheck,
  Pencil,
} from 'lucide-react';
import { Timeline, TimelineItem } from '@/components/ui/base/timeline';
import { DateTime } from '@/components/ui/date-time';
import { EditedFields, overrideText } from './edited-fields';
import { ORDER_STATUS } from './status-badge';
import type { Order, OrderComments, OrderHistory } from './types';

type Entry = OrderHistory['data'][number];
type Comment = OrderComments['data'][number];

const EDIT: Record<Exclude<Entry['action'], 'created' | 'moved'>, { title: string; icon: LucideIcon }> = {
  item_added: { title: 'Item added', icon: CirclePlus },
  item_changed: { title: 'Item changed', icon: Pencil },
  item_removed: { title: 'Item removed', icon: Minus },
  edited: { title: 'Order changed', icon: Pencil },
  po_number_changed: { title: 'PO number changed', icon: Hash },
  receipt_filed: { title: 'Receipt filed', icon: PackageCheck },
  receipt_corrected: { title: 'Receipt corrected', icon: Pencil },
  return_received: { title: 'Return received', icon: PackageCheck },
};

function looks(entry: Entry | Comment): { title: string; icon: LucideIcon } {
  if ('body' in entry) return { title: 'Comment', icon: MessageSquare };
  if (entry.action === 'created') return { title: 'Placed', icon: ClipboardList };
  if (entry.action !== 'moved') return EDIT[entry.action];
  const { label, icon } = ORDER_STATUS[entry.to_status];
  return { title: label, icon };
}

/** What happened to an order and what both parties wrote, newest first. */
export function OrderTimeline({
  order,
  history,
  comments,
  places,
  timezone,
}: {
  order: Order;
  history: OrderHistory['data'];
  comments: OrderComments['data'];
  /** The buyer's locations, as far as the reader sees them. */
  places: readonly { id: string; name: string }[];
  timezone: string;
}) {
  const business = (id: string) => (id === order.retailer.id ? order.retailer.name : order.wholesaler.name);
  const entries = [...comments, ...history].sort((a, b) =>
    a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1,
  );
  return (
    <Timeline label="Order history">
      {entries.map((entry) => {
        const { title, icon } = looks(entry);
        return (
          <TimelineItem
            key={entry.id}
            icon={icon}
            title={title}
            meta={<DateTime value={entry.created_at} timezone={timezone} />}
          >
            {'body' in entry ? (
              <p className="whitespace-pre-line break-words text-text">{entry.body}</p>
            ) : (
              <>
                {entry.before && entry.after ? (
                  <EditedFields
                    before={entry.before}
                    after={entry.after}
                    places={places}
                    timezone={timezone}
                  />
                ) : (
                  entry.summary && <p className="text-text">{entry.summary}</p>
                )}
                {overrideText(entry.after) && <p className="text-text">{overrideText(entry.after)}</p>}
                {entry.notes && <p className="whitespace-pre-line text-text">“{entry.notes}”</p>}
              </>
            )}
            <p className="text-sm">
              {entry.actor.name} · {business(entry.actor.entity_id)}
            </p>
          </TimelineItem>
        );
      })}
    </Timeline>
  );
}
