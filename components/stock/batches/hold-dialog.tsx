'use client';
import { showDone } from '@/components/ui/base/toast';
import { ReasonDialog } from '@/components/ui/forms/reason-dialog';
import { trpc } from '@/components/ui/providers/trpc';
import type { Batch } from './types';

/** Asks why and puts a batch on hold. @param everywhere whether the hold binds every holder */
export function HoldDialog({
  batch,
  everywhere,
  onClose,
}: {
  batch: Batch;
  everywhere: boolean;
  onClose: () => void;
}) {
  const hold = trpc.batches.hold.useMutation();
  return (
    <ReasonDialog
      title={`Put ${batch.batch_id} on hold`}
      description={
        everywhere
          ? "Every business that holds the batch sees the reason. Its units can't be reserved, shipped or sold until you release it."
          : "Your units can't be reserved, shipped or sold until you release the batch."
      }
      submitLabel="Put on hold"
      placeholder="For example: mold found in two jars"
      act={async (reason) => {
        await hold.mutateAsync({ id: batch.id, reason });
        showDone(`${batch.batch_id} is on hold`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
