'use client';
import { CircleCheck } from 'lucide-react';
import { StatusBadge } from '@/components/orders/status-badge';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { formatNumber } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ordersOfRecall } from './orders-input';
import type { Recall } from './types';

/** Orders that lack units which the recall took: what is to be done about them. */
export function RecalledOrders({ recall }: { recall: Recall }) {
  const { entity } = useViewer();
  const { data } = trpc.orders.summaries.useQuery(ordersOfRecall(recall.id), { refetchInterval: 15_000 });
  if (!data) return null;
  const sells = data.data[0]?.retailer.id !== entity.id;
  const total = data.pagination.total ?? data.data.length;
  return (
    <Card
      title={total > 0 ? `Flagged orders (${formatNumber(total)})` : 'Flagged orders'}
      description={
        total > 0
          ? sells
            ? 'They can ship once their lines have other units.'
            : 'Your supplier has been asked to send other units.'
          : undefined
      }
    >
      {total === 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden className="size-4 text-link" />
          No orders are affected.
        </p>
      ) : (
        <ul className="-my-2">
          {data.data.map((order) => (
            <li
              key={order.id}
              className="flex items-center justify-between gap-2 border-border border-t py-2 first:border-t-0"
            >
              <div className="min-w-0">
                <Link href={`/orders/${order.id}`} className="font-medium text-link hover:underline">
                  {order.order_number}
                </Link>
                <p className="truncate text-muted text-sm">
                  {order.retailer.id === entity.id ? order.wholesaler.name : order.retailer.name}
                </p>
              </div>
              <StatusBadge status={order.status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
