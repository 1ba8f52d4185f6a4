'use client';
import * as z from 'zod/mini';
import { TextareaField } from '@/components/forms/fields';
import { FormDialog } from '@/components/forms/form-dialog';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';
import type { Batch } from './types';

const HoldValues = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason.'), z.maxLength(1000)),
});

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
  const form = useServerForm({
    schema: HoldValues,
    defaultValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      await hold.mutateAsync({ id: batch.id, reason });
      showDone(`${batch.batch_id} is on hold`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Put ${batch.batch_id} on hold`}
      description={
        everywhere
          ? "Every business that holds the batch sees the reason. Its units can't be reserved, shipped or sold until you release it."
          : "Your units can't be reserved, shipped or sold until you release the batch."
      }
      size="sm"
      submitLabel="Put on hold"
      onClose={onClose}
    >
      <TextareaField
        name="reason"
        label="Reason"
        required
        rows={3}
        maxLength={1000}
        placeholder="For example: mold found in two jars"
      />
    </FormDialog>
  );
}
