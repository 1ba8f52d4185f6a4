'use client';
import { errorText } from '@/components/forms/error-text';
import { FormAlert } from '@/components/forms/form-alert';
import { totalText } from '@/components/goods/amounts';
import { trpc } from '@/components/providers/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showDone } from '@/components/ui/toast';
import type { BackorderRow } from './types';

/** Asks before what is left of a backorder is canceled. */
export function CancelDialog({ backorder, onClose }: { backorder: BackorderRow; onClose: () => void }) {
  const cancel = trpc.backorders.cancel.useMutation();
  const left = totalText([{ count: backorder.quantity - backorder.filled, goods: backorder }]);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Cancel backorder"
      description={`${left} of ${backorder.product_name} (${backorder.sku}) for ${backorder.buyer.name}. Orders that filled it stay.`}
      confirmLabel="Cancel backorder"
      cancelLabel="Keep backorder"
      onConfirm={async () => {
        await cancel.mutateAsync({ id: backorder.id });
        showDone('Backorder canceled');
      }}
    >
      <FormAlert message={cancel.error ? errorText(cancel.error) : undefined} />
    </ConfirmDialog>
  );
}
