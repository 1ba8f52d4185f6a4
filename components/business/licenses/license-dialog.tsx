'use client';
import { useState } from 'react';
import { optionsOf } from '@/components/stock/inventory/labels';
import { showDone } from '@/components/ui/base/toast';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ACTIVITY, STATUS, USE } from './labels';
import { LicenseValues, licenseForm, newLicense, newLicenseValues } from './license-values';
import type { License, Place } from './types';

const USUAL = { retailer: 'retail', wholesaler: 'distribution', cultivator: 'cultivation' } as const;
const PAIR = 'grid items-start gap-4 sm:grid-cols-2';

/** Adds a license, or changes one. @param license null for a new one */
export function LicenseDialog({
  license,
  places,
  onClose,
}: {
  license: License | null;
  places: readonly Place[];
  onClose: () => void;
}) {
  const { entity, isLimited } = useViewer();
  // What the form began with: the license below may be refetched meanwhile.
  const [before] = useState(() => {
    if (license) return licenseForm.values(license);
    const values = newLicenseValues(USUAL[entity.type]);
    return isLimited ? { ...values, location_id: places[0]?.id ?? '' } : values;
  });
  const create = trpc.entity.licenses.create.useMutation();
  const update = trpc.entity.licenses.update.useMutation();
  const save = async (values: LicenseValues) => {
    if (!license) return create.mutateAsync(newLicense(values));
    const patch = licenseForm.patch(before, values);
    return patch && update.mutateAsync({ id: license.id, ...patch });
  };
  const form = useServerForm({
    schema: LicenseValues,
    defaultValues: before,
    onSubmit: async (values) => {
      const saved = await save(values);
      if (saved) showDone(license ? 'License saved' : 'License added', saved.number);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={license ? `Edit ${license.number}` : 'Add license'}
      submitLabel={license ? 'Save' : 'Add license'}
      onClose={onClose}
    >
      <div className={PAIR}>
        <TextField name="number" label="License number" required autoComplete="off" spellCheck={false} />
        <TextField
          name="type"
          label="Type (optional)"
          hint="As your regulator names it."
          autoComplete="off"
        />
        <SelectField
          name="location_id"
          label="Location"
          options={[
            // One for all locations isn't theirs to add.
            ...(isLimited ? [] : [{ value: '', label: 'All locations' }]),
            ...places.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <TextField
          name="state"
          label={license ? 'State' : 'State (optional)'}
          hint={license ? undefined : 'Leave empty for the state of the location.'}
          required={license !== null}
          autoComplete="off"
        />
        <SelectField name="activity" label="Activity" options={optionsOf(ACTIVITY)} />
        <SelectField name="use" label="Market" options={optionsOf(USE)} />
        <TextField
          name="expires_on"
          label="Expires (optional)"
          hint="Leave empty to follow your oldest license."
          type="date"
          autoComplete="off"
        />
        <SelectField name="status" label="Status" options={optionsOf(STATUS)} />
      </div>
    </FormDialog>
  );
}
