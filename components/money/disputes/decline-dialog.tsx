'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { Dispute } from './types';

const LONGEST_NOTE = 1000;
const Values = z.object({
  note: z.string().check(z.trim(), z.maxLength(LONGEST_NOTE, `Use at most ${LONGEST_NOTE} characters`)),
});

/** Says to a buyer that the invoice is right. */
export function DeclineDispute({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const { id, invoice, buyer } = dispute;
  const call = trpc.disputes.decline.useMutation();
  const form = useServerForm({
    schema: Values,
    defaultValues: { note: '' },
    onSubmit: async ({ note }) => {
      await call.mutateAsync({ id, ...(note && { note }) });
      showDone('Dispute declined', invoice.number);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={`Decline the dispute of ${invoice.number}`}
      description={`${buyer.name} sees it with your note.`}
      submitLabel="Decline"
      onClose={onClose}
    >
      <TextareaField name="note" label="Note (optional)" rows={2} maxLength={LONGEST_NOTE} />
    </FormDialog>
  );
}
