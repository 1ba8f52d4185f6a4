'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { formatMoney } from '@/components/ui/format';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { paymentName } from './labels';
import type { Payment } from './types';

const Values = z.object({
  reason: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a reason'), z.maxLength(200, 'Use at most 200 characters')),
});

/** Asks why a payment is voided, and voids it. */
export function VoidDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const call = trpc.payments.void.useMutation();
  const noun = payment.kind === 'refund' ? 'refund' : 'payment';
  const form = useServerForm({
    schema: Values,
    defaultValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      await call.mutateAsync({ id: payment.id, reason });
      showDone(`Voided the ${noun} of ${formatMoney(payment.amount)}`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      destructive
      title={`Void ${noun} of ${formatMoney(payment.amount)}`}
      description={`${paymentName(payment)}, ${payment.buyer.name}. ${noun === 'refund' ? 'What it returned is unapplied again.' : 'Invoices that it settled are open again.'} This can't be undone.`}
      submitLabel={`Void ${noun}`}
      onClose={onClose}
    >
      <TextField name="reason" label="Reason" maxLength={200} required autoComplete="off" />
    </FormDialog>
  );
}
