'use client';
import * as z from 'zod/mini';
import { formatCount } from '@/components/format';
import { TextareaField } from '@/components/forms/fields';
import { FormDialog } from '@/components/forms/form-dialog';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';
import type { Recall } from './types';

const CloseValues = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason.'), z.maxLength(1000)),
});

/** Closes a recall before every holder has responded. */
export function CloseRecallDialog({ recall, onClose }: { recall: Recall; onClose: () => void }) {
  const missing = (recall.progress?.holders ?? 0) - (recall.progress?.responded ?? 0);
  const close = trpc.recalls.close.useMutation();
  const form = useServerForm({
    schema: CloseValues,
    defaultValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      await close.mutateAsync({ id: recall.id, reason });
      showDone(`Recall of ${recall.batch_id} closed`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Close the recall of ${recall.batch_id}`}
      description={
        missing > 0
          ? `${formatCount(missing, 'business has', 'businesses have')} not responded. The batch stays on hold until you release it.`
          : 'The batch stays on hold until you release it.'
      }
      size="sm"
      submitLabel="Close recall"
      destructive
      onClose={onClose}
    >
      <TextareaField
        name="reason"
        label="Reason"
        required
        rows={3}
        maxLength={1000}
        hint="Kept with the recall, for an inspector."
      />
    </FormDialog>
  );
}
