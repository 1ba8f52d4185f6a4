'use client';
import { useRouter } from 'next/navigation';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import type { Partners } from './partners';
import type { Connection } from './types';

/** Ends a connection and leads back to the list. */
export function EndDialog({
  connection,
  partners,
  onDone,
  onClose,
}: {
  connection: Connection;
  partners: Partners;
  /** The connection is ended; the list isn't there yet. */
  onDone: () => void;
  onClose: () => void;
}) {
  const router = useRouter();
  const end = trpc.entity.connections.end.useMutation();
  const confirm = async () => {
    await end.mutateAsync({ id: connection.id });
    showDone('Connection ended', connection.entity.name);
    onDone();
    router.push(partners.path);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`End the connection with ${connection.entity.name}?`}
      description="Existing orders continue. New orders need a new connection."
      confirmLabel="End connection"
      cancelLabel="Keep connection"
      onConfirm={confirm}
    >
      <FormAlert message={errorTextOf(end.error)} />
    </ConfirmDialog>
  );
}
