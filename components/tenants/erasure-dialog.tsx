'use client';
import * as z from 'zod/mini';
import { showCredentialError } from '@/components/account/credential-error';
import { OwnPassword, OwnPasswordField } from '@/components/account/credential-fields';
import { publicCall } from '@/components/auth/public-call';
import { FormDialog } from '@/components/forms/form-dialog';
import { TextField } from '@/components/forms/text-field';
import { useServerForm } from '@/components/forms/use-server-form';
import { showDone } from '@/components/ui/toast';

/** Asks the operator to erase the business, after its name and the owner's password. */
export function ErasureDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useServerForm({
    schema: z.object({
      typed: z.string().check(z.refine((typed) => typed.trim() === name, `Type ${name} exactly`)),
      password: OwnPassword,
    }),
    defaultValues: { typed: '', password: '' },
    onSubmit: async ({ password }) => {
      await publicCall.dataErasure.request.mutate({ password });
      showDone('The operator has your request');
      onClose();
    },
    onError: showCredentialError,
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={`Request erasure of ${name}?`}
      description="The operator then erases what is personal of your business and its members. That can't be undone. Export your data first."
      submitLabel="Request erasure"
      destructive
      onClose={onClose}
    >
      <TextField name="typed" label={`Type “${name}” to confirm`} autoComplete="off" />
      <OwnPasswordField />
    </FormDialog>
  );
}
