'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';

/** Disconnects a location from its POS. */
export function DisconnectDialog({
  location,
  onClose,
}: {
  location: { id: string; name: string };
  onClose: () => void;
}) {
  const disconnect = trpc.inventory.pos.disconnect.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Disconnect ${location.name}?`}
      description="Its stock and past syncs stay. Its credentials, mappings and item list are deleted."
      confirmLabel="Disconnect"
      cancelLabel="Keep connection"
      onConfirm={async () => {
        await disconnect.mutateAsync({ id: location.id });
        showDone('POS disconnected', location.name);
      }}
    >
      <FormAlert message={errorTextOf(disconnect.error)} />
    </ConfirmDialog>
  );
}
