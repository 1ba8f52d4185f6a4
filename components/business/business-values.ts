import * as z from 'zod/mini';
import { changedFields, defined } from '@/components/ui/forms/changed-fields';
import type { Entity, EntityPatch } from './types';

const MOST_DAYS = 365;
const required = (message: string, max: number) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `Use at most ${max} characters`));
const optional = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`));

/** What the form of the business holds, flat. */
export const BusinessValues = z.object({
  name: required('Enter the name of your business', 200),
  legal_name: required('Enter the legal name', 200),
  email: z.string().check(z.trim(), z.email('Enter an email address')),
  phone: optional(50),
  street: required('Enter the street', 200),
  city: required('Enter the city', 100),
  state: required('Enter the state', 100),
  zip: required('Enter the ZIP code', 20),
  license_number: required('Enter the license number', 100),
  license_type: optional(100),
  license_expiry: z.string(),
  timezone: z.string(),
  expiry_days: z
    .nullable(z.number())
    .check(
      z.refine(
        (days) => days === null || (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS),
        `Enter 1 to ${MOST_DAYS} days, or leave it empty`,
      ),
    ),
});
export type BusinessValues = z.infer<typeof BusinessValues>;

export function businessValues(entity: Entity): BusinessValues {
  const { name, legal_name, license_number, license_type, license_expiry, contact, settings } = entity;
  const { street, city, state, zip } = entity.address;
  return {
    ...{ name, legal_name, license_number, street, city, state, zip },
    email: contact.email,
    phone: contact.phone ?? '',
    license_type: license_type ?? '',
    license_expiry: license_expiry ?? '',
    timezone: settings.timezone,
    expiry_days: settings.pending_order_expiry_days,
  };
}

/** What was changed, as the server takes it. */
export function businessPatch(before: BusinessValues, after: BusinessValues): EntityPatch {
  const {
    street,
    city,
    state,
    zip,
    email,
    phone,
    timezone,
    expiry_days,
    license_type,
    license_expiry,
    ...own
  } = changedFields(before, after);
  const groups = {
    address: defined({ street, city, state, zip }),
    contact: defined({ email, phone: phone === undefined ? undefined : phone || null }),
    settings: defined({ timezone, pending_order_expiry_days: expiry_days }),
  };
  return {
    ...own,
    ...defined({
      license_type: license_type === undefined ? undefined : license_type || null,
      license_expiry: license_expiry === undefined ? undefined : license_expiry || null,
    }),
    ...Object.fromEntries(Object.entries(groups).filter(([, fields]) => Object.keys(fields).length > 0)),
  };
}

/** The field of a path whose last part is named differently in the form. */
export const businessFieldOf = (path: string): keyof BusinessValues | undefined =>
  path === 'settings.pending_order_expiry_days' ? 'expiry_days' : undefined;
