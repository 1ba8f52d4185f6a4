'use client';
import { errorTextOf } from '@/components/forms/error-text';
import { FormAlert } from '@/components/forms/form-alert';
import { trpc } from '@/components/providers/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showDone } from '@/components/ui/toast';
import type { License } from './types';

/** Deletes a license, or says why it stays. */
export function DeleteLicenseDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const remove = trpc.entity.licenses.delete.useMutation();
  const confirm = async () => {
    await remove.mutateAsync({ id: license.id });
    showDone('License deleted', license.number);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${license.number}?`}
      description="Locations without another license use those of your business."
      confirmLabel="Delete license"
      cancelLabel="Keep license"
      onConfirm={confirm}
    >
      <FormAlert message={errorTextOf(remove.error)} />
    </ConfirmDialog>
  );
}
