'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import type { Location } from './types';

/** Deletes a location, or says what still needs it. */
export function DeleteLocationDialog({ location, onClose }: { location: Location; onClose: () => void }) {
  const remove = trpc.entity.locations.delete.useMutation();
  const confirm = async () => {
    await remove.mutateAsync({ id: location.id });
    showDone('Location deleted', location.name);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${location.name}?`}
      description="It must hold no stock and receive no open order. Its history stays."
      confirmLabel="Delete location"
      cancelLabel="Keep location"
      onConfirm={confirm}
    >
      <FormAlert message={errorTextOf(remove.error)} />
    </ConfirmDialog>
  );
}
