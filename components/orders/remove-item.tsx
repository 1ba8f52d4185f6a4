'use client';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '@/components/ui/base/icon-button';
import type { Order, OrderItem } from './types';

const load = () => import('./remove-item-dialog');
const RemoveItemDialog = lazy(() => load().then((m) => ({ default: m.RemoveItemDialog })));

/** Removes one line from the order, but not the last one: cancel the order instead. */
export function RemoveItem({ order, item }: { order: Order; item: OrderItem }) {
  const [open, setOpen] = useState(false);
  const last = order.items.length === 1;
  return (
    <>
      <IconButton
        icon={Trash2}
        size="sm"
        label={`Remove ${item.product_name} ${item.sku}`}
        tooltip={last ? 'Last item: cancel the order instead' : 'Remove'}
        aria-disabled={last || undefined}
        onFocus={() => void load().catch(() => {})}
        onClick={() => !last && setOpen(true)}
      />
      <Suspense>
        {open && <RemoveItemDialog order={order} item={item} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
