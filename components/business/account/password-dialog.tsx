'use client';
import * as z from 'zod/mini';
import { ChosenPassword, PASSWORD_HINT } from '@/components/business/auth/password-rule';
import { showDone } from '@/components/ui/base/toast';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NewPasswordField } from '@/components/ui/forms/password-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { showCredentialError } from './credential-error';
import { AnyCode, AnyCodeField, OwnPassword, OwnPasswordField } from './credential-fields';
import { useOwnFactor } from './own-factor';

const PasswordChange = z.object({ password: OwnPassword, code: z.string(), new_password: ChosenPassword });
const WithCode = z.extend(PasswordChange, { code: AnyCode });

/** Changes the member's password, which ends their other sessions. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = trpc.auth.changePassword.useMutation();
  const { hasApp, isPending } = useOwnFactor();
  const form = useServerForm({
    schema: hasApp ? WithCode : PasswordChange,
    defaultValues: { password: '', code: '', new_password: '' },
    onSubmit: async ({ password, code, new_password }) => {
      await change.mutateAsync({ current_password: password, new_password, ...(hasApp && { code }) });
      showDone('Password changed', "You're signed out everywhere else.");
      onClose();
    },
    onError: showCredentialError,
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Change password"
      submitLabel="Change password"
      disabled={isPending}
      onClose={onClose}
    >
      <OwnPasswordField label="Current password" />
      {hasApp && <AnyCodeField />}
      <NewPasswordField name="new_password" label="New password" hint={PASSWORD_HINT} />
    </FormDialog>
  );
}
