'use client';
import * as z from 'zod/mini';
import { TextareaField } from '@/components/forms/fields';
import { FormDialog } from '@/components/forms/form-dialog';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';

const WithdrawValues = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason.'), z.maxLength(1000)),
});

/** Asks why and withdraws a certificate. */
export function WithdrawDialog({
  certificate,
  onClose,
}: {
  certificate: { id: string; product_id: string; file_name: string };
  onClose: () => void;
}) {
  const withdraw = trpc.products.coa.withdraw.useMutation();
  const form = useServerForm({
    schema: WithdrawValues,
    defaultValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      await withdraw.mutateAsync({ id: certificate.product_id, coa_id: certificate.id, reason });
      showDone('Certificate withdrawn');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Withdraw ${certificate.file_name}`}
      description="It no longer counts, and the one before it applies again. Everyone who reads the batch still sees the file and your reason."
      size="sm"
      submitLabel="Withdraw certificate"
      destructive
      onClose={onClose}
    >
      <TextareaField
        name="reason"
        label="Reason"
        required
        rows={3}
        maxLength={1000}
        placeholder="For example: it belongs to another batch"
      />
    </FormDialog>
  );
}
