'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { Form } from '@/components/ui/forms/form';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { BankAccount } from './types';

const Values = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(60, 'Use at most 60 characters')),
  routing_number: z.string().check(z.trim(), z.regex(/^(?:\d{9})?$/, 'Enter nine digits')),
  account_number: z.string().check(z.trim(), z.regex(/^(?:[0-9A-Za-z-]{4,17})?$/, 'Enter 4 to 17 digits')),
});

/** Adds or changes an account. Its numbers are never shown again but for the last four. */
function useAccountForm(account: BankAccount | null, onDone: (account: BankAccount) => void) {
  const create = trpc.bank.accounts.create.useMutation();
  const update = trpc.bank.accounts.update.useMutation();
  return useServerForm({
    schema: Values,
    defaultValues: { name: account?.name ?? '', routing_number: '', account_number: '' },
    onSubmit: async ({ name, routing_number, account_number }) => {
      const fields = {
        name,
        ...(routing_number && { routing_number }),
        ...(account_number && { account_number }),
      };
      const saved = account
        ? await update.mutateAsync({ id: account.id, ...fields })
        : await create.mutateAsync(fields);
      showDone(account ? `Saved ${saved.name}` : `Added ${saved.name}`);
      onDone(saved);
    },
  });
}

function Fields({ account }: { account: BankAccount | null }) {
  const kept = account?.last4 ? `Ends in ${account.last4}. Enter it again to change it.` : undefined;
  return (
    <>
      <TextField
        name="name"
        label="Name"
        placeholder="Operating"
        maxLength={60}
        required
        autoComplete="off"
      />
      <TextField
        name="account_number"
        label="Account number (optional)"
        hint={kept}
        maxLength={17}
        autoComplete="off"
      />
      <TextField
        name="routing_number"
        label="Routing number (optional)"
        hint="With both numbers bills are paid from it."
        maxLength={9}
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  );
}

export function AccountForm({ onDone }: { onDone: (account: BankAccount) => void }) {
  const form = useAccountForm(null, onDone);
  return (
    <Form form={form}>
      <Fields account={null} />
      <SubmitButton pending={form.pending}>Add account</SubmitButton>
    </Form>
  );
}

export function AccountDialog({ account, onClose }: { account: BankAccount | null; onClose: () => void }) {
  const form = useAccountForm(account, onClose);
  return (
    <FormDialog
      form={form}
      size="sm"
      title={account ? `Edit ${account.name}` : 'Add account'}
      submitLabel={account ? 'Save account' : 'Add account'}
      onClose={onClose}
    >
      <Fields account={account} />
    </FormDialog>
  );
}
