'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
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
