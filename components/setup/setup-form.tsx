'use client';
import type { ReactNode } from 'react';
import { type DeadLink, deadLinkOf } from '@/components/auth/dead-link';
import { PASSWORD_HINT } from '@/components/auth/password-rule';
import { failureOf } from '@/components/forms/failure';
import { SelectField } from '@/components/forms/fields';
import { Form } from '@/components/forms/form';
import { NewPasswordField } from '@/components/forms/password-field';
import { SubmitButton } from '@/components/forms/submit-button';
import { TextField } from '@/components/forms/text-field';
import { useServerForm } from '@/components/forms/use-server-form';
import { fieldOf, SetupValues, setupInput } from './setup-values';
import type { SetupInput } from './types';

const TYPES = [
  { value: 'retailer', label: 'Retailer' },
  { value: 'wholesaler', label: 'Wholesaler' },
  { value: 'cultivator', label: 'Cultivator' },
] as const;

/** The first business, its location and its owner. */
export function SetupForm({
  onSubmit,
  onDead,
}: {
  onSubmit: (values: SetupInput) => Promise<void>;
  /** The link has ended, or another user completed the setup. */
  onDead: (state: DeadLink | 'taken') => void;
}) {
  const form = useServerForm({
    schema: SetupValues,
    defaultValues: { type: 'retailer', license_expiry: '' },
    fieldOf,
    onSubmit: async (values) => {
      await onSubmit(setupInput(values));
      return 'leaving';
    },
    onError: (error) => {
      if (failureOf(error)?.code === 'RATE_LIMITED') return 'Too many attempts. Try again in an hour.';
      const state = deadLinkOf(error, { CONFLICT: 'taken' });
      if (state) onDead(state);
      return state !== null;
    },
  });
  const wide = 'sm:col-span-2';
  return (
    <Form form={form} className="flex flex-col gap-6">
      <Group title="Business">
        <TextField name="name" label="Name" autoComplete="organization" />
        <SelectField name="type" label="Type" options={TYPES} />
        <TextField name="legal_name" label="Legal name" autoComplete="off" fieldClassName={wide} />
        <TextField name="license_number" label="License number" autoComplete="off" />
        <TextField name="license_expiry" label="License expires (optional)" type="date" autoComplete="off" />
      </Group>
      <Group title="First location">
        <TextField name="location_name" label="Location name" autoComplete="off" fieldClassName={wide} />
        <TextField name="street" label="Street" autoComplete="street-address" fieldClassName={wide} />
        <TextField name="city" label="City" autoComplete="address-level2" />
        <div className="grid grid-cols-2 gap-4">
          <TextField name="state" label="State" autoComplete="address-level1" />
          <TextField name="zip" label="ZIP code" autoComplete="postal-code" inputMode="numeric" />
        </div>
      </Group>
      <Group title="Your account">
        <TextField name="owner_name" label="Your name" autoComplete="name" />
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <NewPasswordField label="Password" hint={PASSWORD_HINT} fieldClassName={wide} />
      </Group>
      <SubmitButton pending={form.pending} className="sm:self-end">
        Create business
      </SubmitButton>
    </Form>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">{title}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
