import * as z from 'zod/mini';
import { ChosenPassword } from '@/components/business/auth/password-rule';
import { ENTITY_TYPES } from '@/server/kernel/entity-types';
import type { SetupInput, SignUpInput } from './types';

const required = (message: string, max: number) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `Use at most ${max} characters`));

/** What the setup and signing up ask for, flat. */
const BusinessValues = z.object({
  type: z.enum(ENTITY_TYPES, 'Choose a type'),
  name: required('Enter the name of your business', 200),
  legal_name: required('Enter the legal name', 200),
  license_number: required('Enter the license number', 100),
  license_expiry: z.string(),
  location_name: required('Enter a name for the location', 200),
  street: required('Enter the street', 200),
  city: required('Enter the city', 100),
  state: required('Choose the state', 100),
  zip: required('Enter the ZIP code', 20),
  owner_name: required('Enter your name', 200),
  email: z.string().check(z.trim(), z.email('Enter an email address')),
});
type BusinessValues = z.infer<typeof BusinessValues>;

export const SignUpValues = z.extend(BusinessValues, { tell_sellers: z.boolean() });
type SignUpValues = z.infer<typeof SignUpValues>;

/** What the fields of signing up begin with. */
export const NEW_BUSINESS = { type: 'retailer', license_expiry: '', state: '', tell_sellers: false } as const;

/** What signing up asks for, in three steps: each begins once the one before is filled in. */
export const SIGN_UP_STEPS = [
  ['name', 'legal_name', 'license_number'],
  ['location_name', 'street', 'city', 'state', 'zip'],
  ['owner_name', 'email'],
] as const satisfies readonly (readonly (keyof SignUpValues)[])[];

/** The setup of an empty server has no mail yet, and asks for the password at once. */
export const SetupValues = z.extend(BusinessValues, { password: ChosenPassword });
export type SetupValues = z.infer<typeof SetupValues>;

/** The field of a path whose last part is another field's name. */
export function fieldOf(path: string): keyof BusinessValues | undefined {
  if (path === 'location.name') return 'location_name';
  return path === 'owner.name' ? 'owner_name' : undefined;
}

function businessInput(values: BusinessValues): Omit<SignUpInput, 'tell_sellers'> {
  const { type, name, legal_name, license_number, license_expiry } = values;
  const { street, city, state, zip, email } = values;
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    business: { type, name, legal_name, license_number, license_expiry: license_expiry || null, timezone },
    location: { name: values.location_name, address: { street, city, state, zip } },
    owner: { name: values.owner_name, email },
  };
}

export function signUpInput(values: SignUpValues): SignUpInput {
  return { ...businessInput(values), tell_sellers: values.tell_sellers };
}

export function setupInput({ password, ...values }: SetupValues): SetupInput {
  const { business, location, owner } = businessInput(values);
  return { entity: business, location, owner: { ...owner, password } };
}
