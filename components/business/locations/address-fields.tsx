'use client';
import { TextField } from '@/components/ui/forms/text-field';

/** The lines of an address in the form around it. */
export function AddressFields() {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <TextField name="street" label="Street" required autoComplete="off" fieldClassName="sm:col-span-3" />
      <TextField name="city" label="City" required autoComplete="off" />
      <TextField name="state" label="State" required autoComplete="off" />
      <TextField name="zip" label="ZIP code" required autoComplete="off" inputMode="numeric" />
    </div>
  );
}
