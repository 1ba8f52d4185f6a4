import * as z from 'zod/mini';
import { ChosenPassword } from '@/components/auth/password-rule';
import { ENTITY_TYPES } from '@/server/kernel/permissions';
import type { SetupInput } from './types';

const required = (message: string, max: number) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `Use at most ${max} characters`));

/** What the form asks for, flat. */
export const SetupValues = z.object({
  type: z.enum(ENTITY_TYPES, 'Choose a type'),
  name: required('Enter the name of your business', 200),
  legal_name: required('Enter the legal name', 200),
  license_number: required('Enter the license number', 100),
  license_expiry: z.string(),
  location_name: required('Enter a name for the location', 200),
  street: required('Enter the street', 200),
  city: required('Enter the city', 100),
  state: required('Enter the state', 100),
  zip: required('Enter the ZIP code', 20),
  owner_name: required('Enter your name', 200),
  email: z.string().check(z.trim(), z.email('Enter an email address')),
  password: ChosenPassword,
});
export type SetupValues = z.infer<typeof SetupValues>;

/** The field of a path whose last part is another field's name. */
export function fieldOf(path: string): keyof SetupValues | undefined {
  if (path === 'location.name') return 'location_name';
  return path === 'owner.name' ? 'owner_name' : undefined;
}

export function setupInput(values: SetupValues): SetupInput {
  const { type, name, legal_name, license_number, license_expiry } = values;
  const { street, city, state, zip, email, password } = values;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    entity: {
      type,
      name,
      legal_name,
      license_number,
      license_expiry: license_expiry || null,
      timezone: timeZone,
    },
    location: { name: values.location_name, address: { street, city, state, zip } },
    owner: { name: values.owner_name, email, password },
  };
}
