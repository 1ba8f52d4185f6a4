'use client';
import * as z from 'zod/mini';
import { ChosenPassword, PASSWORD_HINT } from '@/components/auth/password-rule';
import { FormDialog } from '@/components/forms/form-dialog';
import { NewPasswordField } from '@/components/forms/password-field';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';
import { showCredentialError } from './credential-error';
import { OwnPassword, OwnPasswordField } from './credential-fields';

const PasswordChange = z.object({ password: OwnPassword, new_password: ChosenPassword });

/** Changes the member's password, which ends their other sessions. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = trpc.auth.changePassword.useMutation();
  const form = useServerForm({
    schema: PasswordChange,
    defaultValues: { password: '', new_password: '' },
    onSubmit: async ({ password, new_password }) => {
      await change.mutateAsync({ current_password: password, new_password });
      showDone('Password changed', "You're signed out everywhere else.");
      onClose();
    },
    onError: showCredentialError,
  });
  return (
    <FormDialog form={form} size="sm" title="Change password" submitLabel="Change password" onClose={onClose}>
      <OwnPasswordField label="Current password" />
      <NewPasswordField name="new_password" label="New password" hint={PASSWORD_HINT} />
    </FormDialog>
  );
}
