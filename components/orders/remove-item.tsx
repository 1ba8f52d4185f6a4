'use client';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorTextOf } from '@/components/forms/error-text';
import { FormAlert } from '@/components/forms/form-alert';
import { trpc } from '@/components/providers/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { showDone } from '@/components/ui/toast';
import type { Order, OrderItem } from './types';

/** Removes one line from the order, but not the last one: cancel the order instead. */
export function RemoveItem({ order, item }: { order: Order; item: OrderItem }) {
  const [open, setOpen] = useState(false);
  const remove = trpc.orders.removeItem.useMutation();
  const last = order.items.length === 1;
  return (
    <>
      <IconButton
        icon={Trash2}
        size="sm"
        label={`Remove ${item.product_name} ${item.sku}`}
        tooltip={last ? 'Last item: cancel the order instead' : 'Remove'}
        aria-disabled={last || undefined}
        onClick={() => !last && setOpen(true)}
      />
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          remove.reset();
        }}
        title={`Remove ${item.product_name}?`}
        description={`${item.quantity} × ${item.sku} will be removed from the order and released to the supplier's stock.`}
        confirmLabel="Remove item"
        cancelLabel="Keep item"
        onConfirm={async () => {
          await remove.mutateAsync({ id: order.id, item_id: item.id });
          showDone(`${item.product_name} removed`);
        }}
      >
        <FormAlert message={errorTextOf(remove.error)} />
      </ConfirmDialog>
    </>
  );
}
