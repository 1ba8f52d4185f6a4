'use client';
import * as z from 'zod/mini';
import { passkeyErrorText, signWithPasskey } from '@/components/business/auth/passkey';
import { PasskeyButton } from '@/components/business/auth/passkey-button';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { showCredentialError } from './credential-error';
import { AnyCode, AnyCodeField, OwnPassword, OwnPasswordField } from './credential-fields';
import { useOwnFactor } from './own-factor';

const Password = z.object({ password: OwnPassword, code: z.string() });
const Both = z.object({ password: OwnPassword, code: AnyCode });
const TITLE = "Confirm it's you";
const SINCE = 'You confirmed this more than 10 minutes ago.';

interface Props {
  onClose: (confirmed: boolean) => void;
}

/** Asks for the password again, and for a code where the member has an app, or for a passkey: by itself where it is the only second factor. */
export function ReauthenticateDialog({ onClose }: Props) {
  const factor = useOwnFactor();
  // A question that turns into another one would take what was typed along.
  if (factor.isPending) return null;
  if (factor.hasPasskey && !factor.hasApp) return <PasskeyDialog onClose={onClose} />;
  return <PasswordDialog hasApp={factor.hasApp} hasPasskey={factor.hasPasskey} onClose={onClose} />;
}

/** @returns the act of a passkey's button */
function usePasskey(): () => Promise<string | undefined> {
  const reauthenticate = trpc.auth.reauthenticate.useMutation();
  return async () => {
    try {
      await reauthenticate.mutateAsync({ assertion: await signWithPasskey() });
    } catch (error) {
      return passkeyErrorText(error);
    }
  };
}

function PasskeyDialog({ onClose }: Props) {
  const confirm = usePasskey();
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      title={TITLE}
      description={`${SINCE} Use your passkey, your second factor, to continue.`}
      size="sm"
      footer={<Button onClick={() => onClose(false)}>Cancel</Button>}
    >
      <PasskeyButton act={confirm} onDone={() => onClose(true)} />
    </Dialog>
  );
}

function PasswordDialog({
  hasApp,
  hasPasskey,
  onClose,
}: Pick<ReturnType<typeof useOwnFactor>, 'hasApp' | 'hasPasskey'> & Props) {
  const reauthenticate = trpc.auth.reauthenticate.useMutation();
  const confirm = usePasskey();
  const form = useServerForm({
    schema: hasApp ? Both : Password,
    defaultValues: { password: '', code: '' },
    onSubmit: async ({ password, code }) => {
      await reauthenticate.mutateAsync({ password, ...(hasApp && { code }) });
      onClose(true);
    },
    onError: showCredentialError,
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={TITLE}
      description={`${SINCE} Enter your password${hasApp ? ' and a code' : ''} to continue.`}
      submitLabel="Continue"
      onClose={() => onClose(false)}
    >
      <OwnPasswordField />
      {hasApp && <AnyCodeField />}
      {hasPasskey && <PasskeyButton act={confirm} onDone={() => onClose(true)} />}
    </FormDialog>
  );
}
