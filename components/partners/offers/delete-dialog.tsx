'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import type { SpecialOffer } from './types';

/** Deletes an offer. */
export function DeleteOfferDialog({
  offer: { id, name, status },
  onClose,
}: {
  offer: SpecialOffer;
  onClose: () => void;
}) {
  const remove = trpc.offers.delete.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      description={
        status === 'running'
          ? 'It ends at once. Orders that were placed keep its prices.'
          : 'Orders that were placed keep its prices.'
      }
      confirmLabel="Delete offer"
      cancelLabel="Keep offer"
      onConfirm={async () => {
        await remove.mutateAsync({ id });
        showDone('Offer deleted', name);
      }}
    >
      <FormAlert message={errorTextOf(remove.error)} />
    </ConfirmDialog>
  );
}
