'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { formatAmount } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import type { Order, OrderItem } from './types';

/** Asks before a line is removed from its order. */
export function RemoveItemDialog({
  order,
  item,
  onClose,
}: {
  order: Order;
  item: OrderItem;
  onClose: () => void;
}) {
  const remove = trpc.orders.removeItem.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`Remove ${item.product_name}?`}
      description={`${formatAmount(item.quantity, item)} × ${item.sku} will be removed from the order and released to the supplier's stock.`}
      confirmLabel="Remove item"
      cancelLabel="Keep item"
      onConfirm={async () => {
        await remove.mutateAsync({ id: order.id, item_id: item.id });
        showDone(`${item.product_name} removed`);
      }}
    >
      <FormAlert message={errorTextOf(remove.error)} />
    </ConfirmDialog>
  );
}
