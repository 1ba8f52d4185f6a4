'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { KEY_HINT, SYSTEM } from './labels';
import type { VendorConnection } from './types';

const Values = z.object({
  system: z.enum(['leaflink', 'distru']),
  token: z.string().check(z.trim(), z.minLength(1, 'Enter the key'), z.maxLength(4200)),
  company_slug: z.string().check(z.trim(), z.maxLength(100)),
});
type Values = z.infer<typeof Values>;
const OPTIONS = (['leaflink', 'distru'] as const).map((value) => ({ value, label: SYSTEM[value] }));

/** Connects LeafLink or Distru, or replaces a connection's key. @param connection null for a new one */
export function ConnectDialog({
  connection,
  onClose,
}: {
  connection: VendorConnection | null;
  onClose: () => void;
}) {
  const connect = trpc.integrations.connect.useMutation();
  const update = trpc.integrations.update.useMutation();
  const form = useServerForm({
    schema: Values,
    defaultValues: {
      system: connection?.system ?? 'leaflink',
      token: '',
      company_slug: connection?.config.company_slug ?? '',
    } satisfies Values,
    onSubmit: async ({ system, token, company_slug: slug }: Values) => {
      const config = system === 'leaflink' && slug !== '' ? { company_slug: slug } : {};
      const body = { credentials: { token }, config };
      if (connection) await update.mutateAsync({ id: connection.id, ...body });
      else await connect.mutateAsync({ system, ...body });
      showDone(connection ? 'Key replaced' : 'Connected', SYSTEM[system]);
      onClose();
    },
  });
  const system = form.form.watch('system');
  return (
    <FormDialog
      form={form}
      title={connection ? `Replace key of ${SYSTEM[connection.system]}` : 'Connect LeafLink or Distru'}
      submitLabel={connection ? 'Replace key' : 'Connect'}
      onClose={onClose}
    >
      {!connection && <SelectField name="system" label="System" options={OPTIONS} />}
      <TextField name="token" label="API key" hint={KEY_HINT[system]} type="password" autoComplete="off" />
      {system === 'leaflink' && (
        <TextField
          name="company_slug"
          label="Company slug (optional)"
          hint="Only where the key reaches several companies."
        />
      )}
    </FormDialog>
  );
}
