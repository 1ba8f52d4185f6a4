'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import type { Resale } from './types';

/** Asks before a variant of another business is no longer sold on. */
export function UnlistDialog({ resale: { variant }, onClose }: { resale: Resale; onClose: () => void }) {
  const remove = trpc.listings.delete.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Stop selling ${variant.label}`}
      description="Your customers no longer see it. Your stock and open orders stay."
      confirmLabel="Stop selling"
      cancelLabel="Keep selling"
      onConfirm={async () => {
        await remove.mutateAsync({ variant_id: variant.id });
        showDone('Listing removed', variant.label);
      }}
    >
      <FormAlert message={remove.error ? errorText(remove.error) : undefined} />
    </ConfirmDialog>
  );
}
