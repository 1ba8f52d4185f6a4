'use client';
import { SelectField } from '@/components/ui/forms/fields';
import { TextField } from '@/components/ui/forms/text-field';
import { STATE_NAMES } from '@/server/kernel/states';
import { Group } from './group';

const STATES = [...STATE_NAMES].map(([value, label]) => ({ value, label }));

export function LocationGroup({ title }: { title: string }) {
  return (
    <Group title={title}>
      <TextField
        name="location_name"
        label="Location name"
        autoComplete="off"
        fieldClassName="sm:col-span-2"
      />
      <TextField name="street" label="Street" autoComplete="street-address" fieldClassName="sm:col-span-2" />
      <TextField name="city" label="City" autoComplete="address-level2" />
      <div className="grid grid-cols-2 gap-4">
        <SelectField name="state" label="State" options={STATES} placeholder="Choose" />
        <TextField name="zip" label="ZIP code" autoComplete="postal-code" inputMode="numeric" />
      </div>
    </Group>
  );
}
