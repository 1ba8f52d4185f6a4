'use client';
import { useState } from 'react';
import { AddressFields } from '@/components/business/locations/address-fields';
import { showDone } from '@/components/ui/base/toast';
import { CheckboxField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import {
  CustomerLocationValues,
  customerLocationForm,
  NEW_CUSTOMER_LOCATION,
  newCustomerLocation,
} from './location-values';
import type { CustomerLocation } from './types';

/** Adds a location of a customer that the seller manages, or changes one. @param location null for a new one */
export function CustomerLocationDialog({
  customerId,
  location,
  onClose,
}: {
  customerId: string;
  location: CustomerLocation | null;
  onClose: () => void;
}) {
  // What the form began with: the location below may be refetched meanwhile.
  const [before] = useState(() => (location ? customerLocationForm.values(location) : NEW_CUSTOMER_LOCATION));
  const add = trpc.customers.addLocation.useMutation();
  const update = trpc.customers.updateLocation.useMutation();
  const form = useServerForm({
    schema: CustomerLocationValues,
    defaultValues: before,
    onSubmit: async (values) => {
      if (location) {
        const patch = customerLocationForm.patch(before, values);
        if (patch) await update.mutateAsync({ id: customerId, location_id: location.id, ...patch });
      } else await add.mutateAsync({ id: customerId, ...newCustomerLocation(values) });
      showDone(location ? 'Location saved' : 'Location added', values.name);
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
      <TextField
        name="license_number"
        label="License number (optional)"
        hint="The license of these premises, where it differs from the business's."
        autoComplete="off"
        spellCheck={false}
        className="sm:max-w-72"
      />
      {location && (
        <CheckboxField
          name="active"
          label="Active"
          hint="New orders can't be delivered to an inactive location."
        />
      )}
    </FormDialog>
  );
}
