'use client';
import * as z from 'zod/mini';
import { deadLinkOf } from '@/components/business/auth/dead-link';
import { ChosenPassword, PASSWORD_HINT } from '@/components/business/auth/password-rule';
import { BusinessFields } from '@/components/business/setup/business-fields';
import { Group } from '@/components/business/setup/group';
import { NEW_BUSINESS, SignUpValues, signUpInput } from '@/components/business/setup/setup-values';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Form } from '@/components/ui/forms/form';
import { NewPasswordField } from '@/components/ui/forms/password-field';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import type { KeptBusiness } from '@/server/features/entities/business-invitations/queries';
import { postalState } from '@/server/kernel/states';
import { TellSellersField } from './tell-sellers-field';
import type { AcceptInput, ClaimState } from './types';

const ClaimValues = z.extend(z.omit(SignUpValues, { email: true }), { password: ChosenPassword });
type ClaimValues = z.infer<typeof ClaimValues>;

/** The field of a path whose last part is another field's name. */
function fieldOf(path: string): keyof ClaimValues | undefined {
  if (path === 'location.name') return 'location_name';
  if (path === 'name') return 'owner_name';
  return path === 'business.name' ? 'name' : undefined;
}

function inputOf({ password, ...values }: ClaimValues, email: string): Omit<AcceptInput, 'token'> {
  const { business, location, owner, tell_sellers } = signUpInput({ ...values, email });
  const { type, license_number, ...rest } = business;
  return { name: owner.name, password, type, license_number, business: rest, location, tell_sellers };
}

/** What the fields begin with: what the seller keeps of the business, to be checked. */
function valuesOf(kept: KeptBusiness | null) {
  if (!kept) return NEW_BUSINESS;
  const { type, name, legalName, licenseNumber, street, city, state, zip } = kept;
  const place = { street, city, state: postalState(state), zip };
  return { ...NEW_BUSINESS, type, name, legal_name: legalName, license_number: licenseNumber, ...place };
}

/** The business of who was invited, its location and a password. */
export function ClaimForm({
  email,
  kept = null,
  onSubmit,
  onDead,
}: {
  email: string;
  kept?: KeptBusiness | null;
  onSubmit: (input: Omit<AcceptInput, 'token'>) => Promise<void>;
  /** The invitation can no longer be accepted here. */
  onDead: (state: ClaimState) => void;
}) {
  const form = useServerForm({
    schema: ClaimValues,
    defaultValues: valuesOf(kept),
    retryField: 'password',
    fieldOf,
    onSubmit: async (values) => {
      await onSubmit(inputOf(values, email));
      return 'leaving';
    },
    onError: (error) => {
      const state = deadLinkOf(error, { CONFLICT: 'member' });
      if (state) onDead(state);
      return state !== null;
    },
  });
  return (
    <Form form={form} className="flex flex-col gap-6">
      <BusinessFields />
      <Group title="Your account">
        <Field label="Email">
          <Input type="email" autoComplete="username" readOnly value={email} />
        </Field>
        <TextField name="owner_name" label="Your name" autoComplete="name" />
        <NewPasswordField label="Password" hint={PASSWORD_HINT} fieldClassName="sm:col-span-2" />
      </Group>
      <TellSellersField />
      <SubmitButton pending={form.pending} className="sm:self-end">
        Set up business
      </SubmitButton>
    </Form>
  );
}
