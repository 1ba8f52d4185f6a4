'use client';
import { useState } from 'react';
import { LicenseWarning } from '@/components/business/licenses/license-warning';
import { optionsOf, ROOM } from '@/components/stock/inventory/labels';
import { showDone } from '@/components/ui/base/toast';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { SELLERS } from '@/server/kernel/permissions';
import { AddressFields } from './address-fields';
import { DeliveryDaysField } from './delivery-days-field';
import { LocationValues, locationForm, NEW_LOCATION, newLocation } from './location-values';
import type { Location } from './types';

const RECEIVING_ROOMS = optionsOf({ vault: ROOM.vault, quarantine: ROOM.quarantine });

/** Adds a location, or changes one. @param location null for a new one */
export function LocationDialog({ location, onClose }: { location: Location | null; onClose: () => void }) {
  const sells = SELLERS.includes(useViewer().entity.type);
  // What the form began with: the location below may be refetched meanwhile.
  const [before] = useState(() => (location ? locationForm.values(location) : NEW_LOCATION));
  const create = trpc.entity.locations.create.useMutation();
  const update = trpc.entity.locations.update.useMutation();
  const save = async (values: LocationValues) => {
    if (!location) return create.mutateAsync(newLocation(values));
    const patch = locationForm.patch(before, values);
    return patch && update.mutateAsync({ id: location.id, ...patch });
  };
  const form = useServerForm({
    schema: LocationValues,
    defaultValues: before,
    onSubmit: async (values) => {
      const saved = await save(values);
      const warning = saved?.license_warnings[0]?.message;
      if (saved) showDone(location ? 'Location saved' : 'Location added', warning ?? saved.name);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={location ? `Edit ${location.name}` : 'Add location'}
      submitLabel={location ? 'Save' : 'Add location'}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required autoComplete="off" />
      <AddressFields />
      {location && <LicenseWarning warnings={location.license_warnings} />}
      <TextField
        name="license_number"
        label="License number (optional)"
        hint="The license of these premises, where it differs from your business's."
        autoComplete="off"
        spellCheck={false}
        className="sm:max-w-72"
      />
      <SelectField
        name="receiving_room"
        label="Receiving room"
        hint="Where delivered goods arrive."
        options={RECEIVING_ROOMS}
        className="sm:max-w-72"
      />
      <TextField
        name="receiving_hours"
        label="Receiving hours (optional)"
        placeholder="Mon–Fri 8 AM–4 PM"
        hint="When you accept deliveries."
        autoComplete="off"
        className="sm:max-w-72"
      />
      {sells && (
        <>
          <DeliveryDaysField />
          <TextField
            name="order_cutoff"
            label="Order cutoff (optional)"
            type="time"
            hint="Orders placed by then can be delivered from the next day on, later ones a day later."
            className="sm:max-w-40"
          />
        </>
      )}
      {location && (
        <CheckboxField
          name="active"
          label="Active"
          hint="An inactive location keeps its stock and history."
        />
      )}
    </FormDialog>
  );
}
