'use client';
import * as z from 'zod/mini';
import { makePasskey, PasskeyError } from '@/components/business/auth/passkey';
import { showDone } from '@/components/ui/base/toast';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { deviceOf } from '@/server/kernel/device';

const NAME_LENGTH = 100;
const Name = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name'),
      z.maxLength(NAME_LENGTH, `Use at most ${NAME_LENGTH} characters`),
    ),
});

/** Names a new passkey and has the device make it. */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const options = trpc.auth.passkeys.options.useMutation();
  const add = trpc.auth.passkeys.add.useMutation();
  const form = useServerForm({
    schema: Name,
    defaultValues: { name: deviceOf(navigator.userAgent) },
    onSubmit: async ({ name }) => {
      const credential = await makePasskey(await options.mutateAsync({}));
      await add.mutateAsync({ name, credential });
      showDone('Passkey added', 'A confirmation is on its way by email.');
      onClose();
    },
    onError: (error) => error instanceof PasskeyError && error.message,
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Add a passkey"
      description="Your browser asks where to save it: on this device, in your password manager or on a security key."
      submitLabel="Add passkey"
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="Helps you recognize it in the list."
        maxLength={NAME_LENGTH}
      />
    </FormDialog>
  );
}
