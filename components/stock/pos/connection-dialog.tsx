'use client';
import { useState } from 'react';
import { showDone } from '@/components/ui/base/toast';
import { faultsOf } from '@/components/ui/forms/failure';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { ConnectionFields } from './connection-fields';
import {
  ConnectionValues,
  configOf,
  connectionPatch,
  connectionValues,
  credentialsOf,
} from './connection-values';
import { CredentialFields } from './credential-fields';
import { PROVIDER } from './labels';
import type { Connection, Provider } from './types';

const PROVIDERS = (Object.keys(PROVIDER) as Provider[]).map((value) => ({
  value,
  label: PROVIDER[value].label,
}));

/** Connects a location with a POS, or changes how it is reached. @param connection null for a new one */
export function ConnectionDialog({
  location,
  connection,
  onClose,
  onSaved,
}: {
  location: { id: string; name: string };
  connection: Connection | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const connect = trpc.inventory.pos.connect.useMutation();
  const update = trpc.inventory.pos.update.useMutation();
  const [before] = useState(() => connectionValues(connection));
  /** False where nothing was changed. */
  const save = async (values: ConnectionValues): Promise<boolean> => {
    if (connection) {
      const patch = connectionPatch(before, values);
      if (patch) await update.mutateAsync({ id: location.id, ...patch });
      return patch !== null;
    }
    await connect.mutateAsync({
      id: location.id,
      provider: values.provider,
      config: configOf(values),
      credentials: credentialsOf(values),
    });
    return true;
  };
  const form = useServerForm({
    schema: ConnectionValues,
    defaultValues: before,
    onSubmit: async (values) => {
      if (await save(values))
        showDone(connection ? 'POS connection changed' : 'POS connected', location.name);
      onSaved();
    },
    onError: (error, { setValue }) => {
      if (!faultsOf(error).some(({ path, code }) => path === 'credentials' && code === 'required'))
        return false;
      setValue('replace', true, { shouldDirty: true });
      return 'Enter the credentials again: the address has changed.';
    },
  });
  return (
    <FormDialog
      form={form}
      title={connection ? `Change ${location.name}` : `Connect ${location.name}`}
      submitLabel={connection ? 'Save' : 'Connect'}
      onClose={onClose}
    >
      {connection ? (
        <p className="text-muted">
          {PROVIDER[connection.provider].label}. After a change, the next sync imports everything. To use
          another POS, disconnect this one first.
        </p>
      ) : (
        <SelectField
          name="provider"
          label="POS"
          hint={PROVIDER[form.form.watch('provider')].explained}
          options={PROVIDERS}
        />
      )}
      <ConnectionFields />
      <CredentialFields kept={connection ? connection.auth : null} />
    </FormDialog>
  );
}
