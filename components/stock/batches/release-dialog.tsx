'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import type { Batch } from './types';

/** Releases a batch from the business's own hold. */
export function ReleaseDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const release = trpc.batches.release.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Release ${batch.batch_id}?`}
      description={
        <>
          Its units can be reserved, shipped and sold again.
          {batch.hold_reason && <> It is on hold because: “{batch.hold_reason}”</>}
        </>
      }
      confirmLabel="Release batch"
      cancelLabel="Keep on hold"
      destructive={false}
      onConfirm={async () => {
        await release.mutateAsync({ id: batch.id });
        showDone(`${batch.batch_id} is released`);
      }}
    >
      <FormAlert message={release.error ? errorText(release.error) : undefined} />
    </ConfirmDialog>
  );
}
