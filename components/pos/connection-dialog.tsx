'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { FormAlert } from '@/components/products/form-alert';
import { FormDialog } from '@/components/products/form-dialog';
import { focusFirstError, showServerErrors } from '@/components/products/server-errors';
import { trpc } from '@/components/providers/trpc';
import { useInvalidateSyncs } from '@/components/syncs/invalidate';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { showDone } from '@/components/ui/toast';
import { ConnectionFields } from './connection-fields';
import {
  ConnectionValues,
  configOf,
  connectionPatch,
  connectionValues,
  credentialsOf,
  fieldOf,
  PROVIDER,
} from './connection-form';
import { CredentialFields } from './credential-fields';
import type { Connection, Provider } from './types';

const PROVIDERS = (Object.keys(PROVIDER) as Provider[]).map((value) => ({
  value,
  label: PROVIDER[value].label,
}));

/** Connects a location to a POS, or changes the connection. @param connection null for a new one */
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
  const formId = useId();
  const invalidate = useInvalidateSyncs();
  const connect = trpc.inventory.pos.connect.useMutation();
  const update = trpc.inventory.pos.update.useMutation();
  const before = connectionValues(connection);
  const form = useForm({
    resolver: standardSchemaResolver(ConnectionValues),
    mode: 'onTouched',
    defaultValues: before,
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const provider = form.watch('provider');
  const save = async (values: ConnectionValues) => {
    if (connection) {
      const patch = connectionPatch(before, values);
      if (patch) await update.mutateAsync({ id: location.id, ...patch });
      return;
    }
    const credentials = credentialsOf(values);
    await connect.mutateAsync({
      id: location.id,
      provider: values.provider,
      config: configOf(values),
      credentials,
    });
  };
  const submit = form.handleSubmit(
    async (values) => {
      try {
        await save(values);
        showDone(connection ? 'POS connection changed' : 'POS connected', location.name);
        await invalidate();
        onSaved();
      } catch (error) {
        showServerErrors(form, error, { fieldOf });
        focusFirstError(formId);
      }
    },
    () => focusFirstError(formId),
  );
  return (
    <FormDialog
      title={connection ? `Change ${location.name}` : `Connect ${location.name}`}
      formId={formId}
      submitLabel={connection ? 'Save' : 'Connect'}
      dirty={isDirty}
      pending={isSubmitting}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <FormAlert message={errors.root?.message} />
          {connection ? (
            <p className="text-muted">
              {PROVIDER[provider].label}. After a change, the next sync imports everything. To use another
              POS, disconnect this one first.
            </p>
          ) : (
            <Controller
              control={form.control}
              name="provider"
              render={({ field }) => (
                <Field label="POS" hint={PROVIDER[provider].explained}>
                  <Select
                    name={field.name}
                    options={PROVIDERS}
                    value={field.value}
                    onValueChange={field.onChange}
                    onBlur={field.onBlur}
                  />
                </Field>
              )}
            />
          )}
          <ConnectionFields />
          <CredentialFields kept={connection ? connection.auth : null} />
        </form>
      </FormProvider>
    </FormDialog>
  );
}
