'use client';
import * as z from 'zod/mini';
import { showCredentialError } from '@/components/account/credential-error';
import { OwnPassword, OwnPasswordField } from '@/components/account/credential-fields';
import { signOut } from '@/components/auth/browser-session';
import { FormDialog } from '@/components/forms/form-dialog';
import { TextField } from '@/components/forms/text-field';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';

/** Deletes the business after its name and the owner's password, and leads to sign-in. */
export function DeleteBusinessDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const remove = trpc.entity.delete.useMutation({ meta: { refresh: 'later' } });
  const form = useServerForm({
    schema: z.object({
      typed: z.string().check(z.refine((typed) => typed.trim() === name, `Type ${name} exactly`)),
      password: OwnPassword,
    }),
    defaultValues: { typed: '', password: '' },
    onSubmit: async ({ password }) => {
      await remove.mutateAsync({ password });
      await signOut('/sign-in');
      return 'leaving';
    },
    onError: showCredentialError,
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={`Delete ${name}?`}
      description="This can't be undone."
      submitLabel="Delete business"
      destructive
      onClose={onClose}
    >
      <TextField name="typed" label={`Type “${name}” to confirm`} autoComplete="off" />
      <OwnPasswordField />
    </FormDialog>
  );
}
