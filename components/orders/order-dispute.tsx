'use client';
import { lazy, Suspense } from 'react';
import type { Order } from './types';

const DisputeNote = lazy(() =>
  import('@/components/partners/claims/dispute-note').then((m) => ({ default: m.DisputeNote })),
);

/** What is said of an order that is disputed or can be; fetched for those alone, since few are. */
export function OrderDispute({
  order,
  buys,
}: {
  order: Order;
  /** Whether the viewer's business is the buyer. */
  buys: boolean;
}) {
  if (!order.disputed_at && !order.disputable_until) return null;
  return (
    <Suspense>
      <DisputeNote
        kind="order"
        of={order}
        number={order.order_number}
        buyer={order.retailer.name}
        buys={buys}
      />
    </Suspense>
  );
}
