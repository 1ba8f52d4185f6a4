'use client';
import type { ReactNode } from 'react';
import { SelectField } from '@/components/ui/forms/fields';
import { TextField } from '@/components/ui/forms/text-field';
import { STATE_NAMES } from '@/server/kernel/states';

const TYPES = [
  { value: 'retailer', label: 'Retailer' },
  { value: 'wholesaler', label: 'Wholesaler' },
  { value: 'cultivator', label: 'Cultivator' },
] as const;
const STATES = [...STATE_NAMES].map(([value, label]) => ({ value, label }));
const WIDE = 'sm:col-span-2';

/** A new business and its first location, with the fields of `BusinessValues`. */
export function BusinessFields() {
  return (
    <>
      <BusinessGroup title="Business" />
      <LocationGroup title="First location" />
    </>
  );
}

export function BusinessGroup({ title }: { title: string }) {
  return (
    <Group title={title}>
      <TextField name="name" label="Name" autoComplete="organization" />
      <SelectField name="type" label="Type" options={TYPES} />
      <TextField name="legal_name" label="Legal name" autoComplete="off" fieldClassName={WIDE} />
      <TextField name="license_number" label="License number" autoComplete="off" />
      <TextField name="license_expiry" label="License expires (optional)" type="date" autoComplete="off" />
    </Group>
  );
}

export function LocationGroup({ title }: { title: string }) {
  return (
    <Group title={title}>
      <TextField name="location_name" label="Location name" autoComplete="off" fieldClassName={WIDE} />
      <TextField name="street" label="Street" autoComplete="street-address" fieldClassName={WIDE} />
      <TextField name="city" label="City" autoComplete="address-level2" />
      <div className="grid grid-cols-2 gap-4">
        <SelectField name="state" label="State" options={STATES} placeholder="Choose" />
        <TextField name="zip" label="ZIP code" autoComplete="postal-code" inputMode="numeric" />
      </div>
    </Group>
  );
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">{title}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
