'use client';
import * as z from 'zod/mini';
import { showCredentialError } from '@/components/account/credential-error';
import { OwnPassword, OwnPasswordField } from '@/components/account/credential-fields';
import { FormDialog } from '@/components/forms/form-dialog';
import { TextField } from '@/components/forms/text-field';
import { useServerForm } from '@/components/forms/use-server-form';

/** Asks for the name of the business and the owner's password before an act that can't be undone. */
export function TypedNameDialog({
  name,
  onConfirm,
  ...dialog
}: {
  name: string;
  title: string;
  description: string;
  submitLabel: string;
  /** Takes the password. Rejects with the server's error; `leaving` keeps the dialog busy until the next page appears. */
  onConfirm: (password: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useServerForm({
    schema: z.object({
      typed: z.string().check(z.refine((typed) => typed.trim() === name, `Type ${name} exactly`)),
      password: OwnPassword,
    }),
    defaultValues: { typed: '', password: '' },
    onSubmit: ({ password }) => onConfirm(password),
    onError: showCredentialError,
  });
  return (
    <FormDialog {...dialog} form={form} size="sm" destructive>
      <TextField name="typed" label={`Type “${name}” to confirm`} autoComplete="off" />
      <OwnPasswordField />
    </FormDialog>
  );
}
