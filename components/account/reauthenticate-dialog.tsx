'use client';
import { useState } from 'react';
import * as z from 'zod/mini';
import { PasskeyError, signWithPasskey } from '@/components/auth/passkey';
import { errorText } from '@/components/forms/error-text';
import { FormDialog } from '@/components/forms/form-dialog';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { Button } from '@/components/ui/button';
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
      {passkeys.data?.pagination.total ? (
        <WithPasskey
          confirm={async () => reauthenticate.mutateAsync({ assertion: await signWithPasskey() })}
          onConfirmed={() => onClose(true)}
        />
      ) : null}
    </FormDialog>
  );
}

function WithPasskey({ confirm, onConfirmed }: { confirm: () => Promise<unknown>; onConfirmed: () => void }) {
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState('');
  const press = async () => {
    setPending(true);
    setFailed('');
    try {
      await confirm();
      onConfirmed();
    } catch (error) {
      setPending(false);
      setFailed(error instanceof PasskeyError ? error.message : errorText(error));
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Button pending={pending} onClick={() => void press()}>
        Use a passkey
      </Button>
      {failed && (
        <p role="alert" className="text-destructive text-sm">
          {failed}
        </p>
      )}
    </div>
  );
}
