'use client';
import { useAccepting } from './accepting';
import { StatusBadge } from './status-badge';
import type { Order } from './types';

/** The status of an order, or that it is being accepted. */
export function OrderBadge({ order: { id, status } }: { order: Pick<Order, 'id' | 'status'> }) {
  const accepting = useAccepting(id);
  if (!accepting || status !== 'pending') return <StatusBadge status={status} />;
  return (
    <span className="status-badge" data-status="accepted">
      Accepting…
    </span>
  );
}
