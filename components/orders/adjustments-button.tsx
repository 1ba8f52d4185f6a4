'use client';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import type { Order } from './types';

const load = () => import('./adjustments-dialog');
const AdjustmentsDialog = lazy(() => load().then((m) => ({ default: m.AdjustmentsDialog })));

/** Sets what the seller takes off an order and adds to it, until it ships. */
export function AdjustmentsButton({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        className="self-end print:hidden"
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => setOpen(true)}
      >
        {order.adjustments.length > 0 ? 'Edit discounts and freight' : 'Add discount or freight'}
      </Button>
      <Suspense>{open && <AdjustmentsDialog order={order} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
