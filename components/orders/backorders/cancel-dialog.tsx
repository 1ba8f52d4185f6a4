'use client';
import { totalText } from '@/components/catalog/goods/amounts';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
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
