'use client';
import * as z from 'zod/mini';
import { passkeyErrorText, signWithPasskey } from '@/components/auth/passkey';
import { PasskeyButton } from '@/components/auth/passkey-button';
import { FormDialog } from '@/components/forms/form-dialog';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { showCredentialError } from './credential-error';
import { AnyCode, AnyCodeField, OwnPassword, OwnPasswordField } from './credential-fields';

const Password = z.object({ password: OwnPassword, code: z.string() });
const Both = z.object({ password: OwnPassword, code: AnyCode });

/** Asks for the password again, and for a code where the member has a second factor, or for a passkey. */
export function ReauthenticateDialog({ onClose }: { onClose: (confirmed: boolean) => void }) {
  const me = trpc.auth.me.useQuery({});
  const passkeys = trpc.auth.passkeys.list.useQuery({ limit: 1 });
  const needsCode = me.data?.mfa_enabled === true;
  const reauthenticate = trpc.auth.reauthenticate.useMutation();
  const form = useServerForm({
    schema: needsCode ? Both : Password,
    defaultValues: { password: '', code: '' },
    onSubmit: async ({ password, code }) => {
      await reauthenticate.mutateAsync({ password, ...(needsCode && { code }) });
      onClose(true);
    },
    onError: showCredentialError,
  });
  const confirm = async () => {
    try {
      await reauthenticate.mutateAsync({ assertion: await signWithPasskey() });
    } catch (error) {
      return passkeyErrorText(error);
    }
  };
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Confirm it's you"
      description="You signed in more than 10 minutes ago. Enter your password to continue."
      submitLabel="Continue"
      disabled={me.isPending}
      onClose={() => onClose(false)}
    >
      <OwnPasswordField />
      {needsCode && <AnyCodeField />}
      {passkeys.data?.pagination.total ? <PasskeyButton act={confirm} onDone={() => onClose(true)} /> : null}
    </FormDialog>
  );
}
