'use client';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import type { Order } from './types';

const PoNumberDialog = lazy(() => import('./po-number-dialog').then((m) => ({ default: m.PoNumberDialog })));

/** The retailer's own number of an order, with the way to change it while that is possible. */
export function PoNumber({ order, editable }: { order: Order; editable: boolean }) {
  const [editing, setEditing] = useState(false);
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 break-words">{order.po_number ?? '—'}</span>
      {editable && (
        <IconButton
          icon={Pencil}
          size="sm"
          label={`Edit PO number of ${order.order_number}`}
          tooltip="Edit PO number"
          onClick={() => setEditing(true)}
        />
      )}
      <Suspense>{editing && <PoNumberDialog order={order} onClose={() => setEditing(false)} />}</Suspense>
    </span>
  );
}
