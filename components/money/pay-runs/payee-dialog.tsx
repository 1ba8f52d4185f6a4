'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';

const Values = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(60, 'Use at most 60 characters')),
  routing_number: z.string().check(z.trim(), z.regex(/^\d{9}$/, 'Enter nine digits')),
  account_number: z.string().check(z.trim(), z.regex(/^[0-9A-Za-z-]{4,17}$/, 'Enter 4 to 17 digits')),
  type: z.enum(['checking', 'savings']),
});
const TYPES = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
] as const;

/** Enters where a supplier is paid. Owners get a mail, and it is used a day later, or once another owner or admin approves it. */
export function PayeeDialog({
  supplier,
  onClose,
}: {
  supplier: { id: string; name: string };
  onClose: () => void;
}) {
  const call = trpc.suppliers.setPayee.useMutation();
  const form = useServerForm({
    schema: Values,
    defaultValues: { name: supplier.name, routing_number: '', account_number: '', type: 'checking' as const },
    onSubmit: async (values) => {
      await call.mutateAsync({ id: supplier.id, ...values });
      showDone(`Saved where ${supplier.name} is paid`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={`Where ${supplier.name} is paid`}
      description="Call the supplier at a number that you know before you enter or change it. It is used 24 hours later, or once another owner or admin approves it."
      submitLabel="Save account"
      onClose={onClose}
    >
      <TextField name="name" label="Name at the bank" maxLength={60} required autoComplete="off" />
      <TextField
        name="routing_number"
        label="Routing number"
        maxLength={9}
        inputMode="numeric"
        required
        autoComplete="off"
      />
      <TextField name="account_number" label="Account number" maxLength={17} required autoComplete="off" />
      <SelectField name="type" label="Kind" options={TYPES} />
    </FormDialog>
  );
}
