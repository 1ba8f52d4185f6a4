'use client';
import { lazy, Suspense } from 'react';
import { useViewer } from '@/components/ui/providers/viewer';
import { PACKING } from '@/server/kernel/order-statuses';
import type { Order } from './types';

const StateCard = lazy(() => import('./state-card').then((m) => ({ default: m.StateCard })));

/** What the state knows of a shipment, from when it may know of it. */
export function ReportedState({ order }: { order: Order }) {
  const { can } = useViewer();
  const { status } = order;
  const isReported = status === PACKING || status === 'shipped' || status === 'delivered';
  if (!isReported || !can('read:integrations')) return null;
  return (
    <Suspense>
      <StateCard order={order} />
    </Suspense>
  );
}
