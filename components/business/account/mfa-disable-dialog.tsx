'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { showCredentialError } from './credential-error';
import { AnyCode, AnyCodeField, OwnPassword, OwnPasswordField } from './credential-fields';

const Both = z.object({ password: OwnPassword, code: AnyCode });

/** Turns two-factor authentication off, with both factors. */
export function MfaDisableDialog({ onClose }: { onClose: () => void }) {
  const disable = trpc.auth.mfaDisable.useMutation();
  const form = useServerForm({
    schema: Both,
    defaultValues: { password: '', code: '' },
    onSubmit: async (values) => {
      await disable.mutateAsync(values);
      showDone('Two-factor authentication is off');
      onClose();
    },
    onError: showCredentialError,
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Turn off two-factor authentication"
      description="Your password alone will sign you in, and your recovery codes stop working."
      submitLabel="Turn off"
      destructive
      onClose={onClose}
    >
      <OwnPasswordField />
      <AnyCodeField />
    </FormDialog>
  );
}
