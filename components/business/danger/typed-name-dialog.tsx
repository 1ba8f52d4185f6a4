'use client';
import * as z from 'zod/mini';
import { showCredentialError } from '@/components/business/account/credential-error';
import {
  AnyCode,
  AnyCodeField,
  OwnPassword,
  OwnPasswordField,
} from '@/components/business/account/credential-fields';
import { useOwnFactor } from '@/components/business/account/own-factor';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';

/** Asks for the name of the business and the owner's password, with a code where they have an app, before an act that can't be undone. */
export function TypedNameDialog({
  name,
  onConfirm,
  ...dialog
}: {
  name: string;
  title: string;
  description: string;
  submitLabel: string;
  /** Takes the password, and a code of a member with an app. Rejects with the server's error; `leaving` keeps the dialog busy until the next page appears. */
  onConfirm: (confirmation: { password: string; code?: string }) => Promise<unknown>;
  onClose: () => void;
}) {
  const { hasApp, isPending } = useOwnFactor();
  const form = useServerForm({
    schema: z.object({
      typed: z.string().check(z.refine((typed) => typed.trim() === name, `Type ${name} exactly`)),
      password: OwnPassword,
      code: hasApp ? AnyCode : z.string(),
    }),
    defaultValues: { typed: '', password: '', code: '' },
    onSubmit: ({ password, code }) => onConfirm({ password, ...(hasApp && { code }) }),
    onError: showCredentialError,
  });
  return (
    <FormDialog {...dialog} form={form} size="sm" destructive disabled={isPending}>
      <TextField name="typed" label={`Type “${name}” to confirm`} autoComplete="off" />
      <OwnPasswordField />
      {hasApp && <AnyCodeField />}
    </FormDialog>
  );
}
