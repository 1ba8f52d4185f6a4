'use client';
import { useRouter } from 'next/navigation';
import { FormAlert } from '@/components/products/form-alert';
import { trpc } from '@/components/providers/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showDone } from '@/components/ui/toast';
import { hostOf } from './labels';
import { refusalText } from './refusal';
import type { Endpoint } from './types';

/** Deletes an endpoint and leads back to the list. */
export function DeleteDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const remove = trpc.webhooks.delete.useMutation();
  const confirm = async () => {
    await remove.mutateAsync({ id: endpoint.id });
    showDone('Endpoint deleted');
    router.push('/settings/api/webhooks');
    // Not the page that is being left: its endpoint is gone, and asking for it would say so.
    await utils.webhooks.list.invalidate();
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
      <FormAlert message={remove.error ? refusalText(remove.error) : undefined} />
    </ConfirmDialog>
  );
}
