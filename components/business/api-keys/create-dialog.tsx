'use client';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { KeyDialog } from './key-dialog';
import { EXPIRIES, KeyValues, keyFields, newKeyValues } from './key-values';
import { LocationPicker } from './location-picker';
import { PermissionPicker } from './permission-picker';
import type { ApiKeyWithSecret, KeyLocation } from './types';

/** Creates a key, then shows it, this once. */
export function CreateKeyDialog({
  locations,
  onClose,
}: {
  locations: readonly KeyLocation[];
  onClose: () => void;
}) {
  const { can } = useViewer();
  const create = trpc.apiKeys.create.useMutation();
  const [created, setCreated] = useState<ApiKeyWithSecret | null>(null);
  const form = useServerForm({
    schema: KeyValues,
    defaultValues: newKeyValues(can),
    onSubmit: async (values) => {
      setCreated(await create.mutateAsync(keyFields(values, new Date())));
    },
  });
  const { control, formState } = form.form;
  if (created) return <KeyDialog title="API key created" apiKey={created} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      size="lg"
      title="Create API key"
      description="The key acts for you, with these permissions as long as you have them."
      submitLabel="Create key"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField
          name="name"
          label="Name"
          required
          autoComplete="off"
          placeholder="ERP sync"
          hint="The program that uses it."
        />
        <SelectField name="expires" label="Expires" options={EXPIRIES} />
      </div>
      <Controller
        control={control}
        name="permissions"
        render={({ field }) => (
          <PermissionPicker
            can={can}
            value={field.value}
            onValueChange={field.onChange}
            error={formState.errors.permissions?.message}
          />
        )}
      />
      {locations.length > 1 && (
        <Controller
          control={control}
          name="locations"
          render={({ field }) => (
            <LocationPicker locations={locations} value={field.value} onValueChange={field.onChange} />
          )}
        />
      )}
    </FormDialog>
  );
}
