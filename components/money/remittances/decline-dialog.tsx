'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { formatMoney } from '@/components/ui/format';
import { TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { Remittance } from './types';

const LONGEST_NOTE = 1000;
const Values = z.object({
  note: z.string().check(z.trim(), z.maxLength(LONGEST_NOTE, `Use at most ${LONGEST_NOTE} characters`)),
});

/** Says to a buyer that nothing arrived. */
export function DeclineDialog({ remittance, onClose }: { remittance: Remittance; onClose: () => void }) {
  const { id, amount, buyer } = remittance;
  const call = trpc.remittances.decline.useMutation();
  const form = useServerForm({
    schema: Values,
    defaultValues: { note: '' },
    onSubmit: async ({ note }) => {
      await call.mutateAsync({ id, ...(note && { note }) });
      showDone(`Declined ${formatMoney(amount)}`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={`Decline ${formatMoney(amount)}`}
      description={`${buyer.name} sees it with your note. You can still record it if it arrives later.`}
      submitLabel="Decline"
      onClose={onClose}
    >
      <TextareaField name="note" label="Note (optional)" rows={2} maxLength={LONGEST_NOTE} />
    </FormDialog>
  );
}
