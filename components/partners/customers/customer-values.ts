import * as z from 'zod/mini';
import { externalIds, idRows, idsPatch } from '@/components/catalog/external-ids/values';
import { changedFields } from '@/components/ui/forms/changed-fields';
import type { Customer, CustomerPatch, NewCustomer } from './types';

const tooLong = (max: number) => `Use at most ${max} characters`;
const required = (message: string, max: number) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, tooLong(max)));
const optional = (max: number) => z.string().check(z.trim(), z.maxLength(max, tooLong(max)));

/** What the seller decides about a customer, also of one on board. */
const own = {
  nickname: optional(100),
  external_ids: externalIds,
};
const profile = {
  name: required('Enter the name of the business', 200),
  license_number: required('Enter the license number', 100),
  license_expiry: z.string(),
  street: required('Enter the street', 200),
  city: required('Enter the city', 100),
  state: required('Enter the state', 100),
  zip: required('Enter the ZIP code', 20),
  email: z.string().check(
    z.trim(),
    z.refine((email) => email === '' || z.safeParse(z.email(), email).success, 'Enter an email address'),
  ),
  phone: optional(50),
};

export const NewCustomerValues = z
  .object({
    type: z.enum(['retailer', 'wholesaler']),
    ...profile,
    nickname: own.nickname,
    invite: z.boolean(),
  })
  .check(
    z.refine(({ invite, email }) => !invite || email !== '', {
      path: ['email'],
      error: 'Enter the address to invite',
    }),
  );
export type NewCustomerValues = z.infer<typeof NewCustomerValues>;

/** The form of a customer that its seller manages. */
export const CustomerValues = z.object({
  ...profile,
  legal_name: required('Enter the legal name', 200),
  license_type: optional(100),
  ...own,
});
export type CustomerValues = z.infer<typeof CustomerValues>;

/** The form of one that manages its own profile. */
export const OwnValues = z.object(own);
export type OwnValues = z.infer<typeof OwnValues>;

const NO_ADDRESS = { street: '', city: '', state: '', zip: '' };

export const NEW_CUSTOMER: NewCustomerValues = {
  ...{ type: 'retailer', name: '', license_number: '', license_expiry: '' },
  ...NO_ADDRESS,
  ...{ email: '', phone: '', nickname: '', invite: false },
};

export function ownValues({ nickname, external_ids }: Customer): OwnValues {
  return {
    nickname: nickname ?? '',
    external_ids: idRows(external_ids),
  };
}

export function customerValues(customer: Customer): CustomerValues {
  const { name, legal_name, license_number, license_type, license_expiry, address, contact } = customer;
  return {
    ...{ name, license_number },
    legal_name: legal_name ?? '',
    license_type: license_type ?? '',
    license_expiry: license_expiry ?? '',
    ...(address ?? NO_ADDRESS),
    email: contact?.email ?? '',
    phone: contact?.phone ?? '',
    ...ownValues(customer),
  };
}

/** A new customer as the server takes it. */
export function newCustomer(values: NewCustomerValues): NewCustomer {
  const { type, name, license_number, license_expiry, street, city, state, zip, email, phone } = values;
  return {
    ...{ type, name, license_number },
    license_expiry: license_expiry || null,
    address: { street, city, state, zip },
    contact: { email: email || null, phone: phone || null },
    nickname: values.nickname || null,
  };
}

/** What was changed, as the server takes it: an external id that is gone as null. */
function ownPatch(before: OwnValues, { nickname, external_ids }: Partial<OwnValues>): CustomerPatch {
  const ids = external_ids && idsPatch(before.external_ids, external_ids);
  return {
    ...(nickname !== undefined && { nickname: nickname || null }),
    ...(ids && { external_ids: ids }),
  };
}

const present = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** What of a form was changed; of a customer on board only what its seller decides is in the form. */
export function customerPatch<Values extends OwnValues>(before: Values, after: Values): CustomerPatch {
  const changed: Partial<CustomerValues> = changedFields(before, after);
  const { street, city, state, zip, email, phone, license_type, license_expiry, ...rest } = changed;
  const { nickname, external_ids, ...names } = rest;
  const address = present({ street, city, state, zip });
  const contact = present({
    email: email === undefined ? undefined : email || null,
    phone: phone === undefined ? undefined : phone || null,
  });
  return {
    ...names,
    ...(license_type !== undefined && { license_type: license_type || null }),
    ...(license_expiry !== undefined && { license_expiry: license_expiry || null }),
    ...(Object.keys(address).length > 0 && { address }),
    ...(Object.keys(contact).length > 0 && { contact }),
    ...ownPatch(before, present({ nickname, external_ids })),
  };
}
