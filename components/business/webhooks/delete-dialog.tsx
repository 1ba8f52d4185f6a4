'use client';
import { useRouter } from 'next/navigation';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { hostOf } from './labels';
import type { Endpoint } from './types';

/** Deletes an endpoint and leads back to the list. */
export function DeleteDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const router = useRouter();
  const remove = trpc.webhooks.delete.useMutation();
  const confirm = async () => {
    await remove.mutateAsync({ id: endpoint.id });
    showDone('Endpoint deleted');
    router.push('/settings/api/webhooks');
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${hostOf(endpoint)}?`}
      description="No more events are sent to it. Its deliveries are deleted too and can't be replayed."
      confirmLabel="Delete endpoint"
      cancelLabel="Keep endpoint"
      onConfirm={confirm}
    >
      <FormAlert message={errorTextOf(remove.error)} />
    </ConfirmDialog>
  );
}
