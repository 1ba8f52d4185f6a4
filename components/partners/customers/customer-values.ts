import * as z from 'zod/mini';
import { externalIds, idRows, idsPatch } from '@/components/catalog/external-ids/values';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { formOf, noneOf, typedValues } from '@/components/ui/forms/typed';
import { ADDRESS, ADDRESS_LINES, BUYER_TYPES, CUSTOMER } from '@/server/features/entities/typed.schema';
import type { Customer, CustomerPatch, NewCustomer } from './types';

const { legal_name, license_type, ...typed } = typedValues(CUSTOMER).shape;
const profile = {
  ...typed,
  ...typedValues(ADDRESS).shape,
  license_expiry: z.string(),
  email: z.string().check(
    z.trim(),
    z.refine((email) => email === '' || z.safeParse(z.email(), email).success, 'Enter an email address'),
  ),
};

export const NewCustomerValues = z
  .object({ type: z.enum(BUYER_TYPES), ...profile, invite: z.boolean() })
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
  ...{ legal_name, license_type, external_ids: externalIds },
});
export type CustomerValues = z.infer<typeof CustomerValues>;

/** The form of one that manages its own profile: what the seller decides about it. */
export const OwnValues = z.object({ nickname: typed.nickname, external_ids: externalIds });
export type OwnValues = z.infer<typeof OwnValues>;

const NO_CUSTOMER = { ...noneOf(CUSTOMER), ...noneOf(ADDRESS), license_expiry: '', email: '' };
const { legal_name: _, license_type: __, ...none } = NO_CUSTOMER;
export const NEW_CUSTOMER: NewCustomerValues = { type: 'retailer', ...none, invite: false };

const EMPTY = ['license_expiry', 'phone', 'email', 'nickname'] as const;
const WITHIN = { address: ADDRESS_LINES, contact: ['email', 'phone'] } as const;
const customerForm = formOf(NO_CUSTOMER, [...EMPTY, 'license_type'], WITHIN);
const newCustomerForm = formOf(NEW_CUSTOMER, EMPTY, WITHIN);

export const ownValues = ({ nickname, external_ids }: Customer): OwnValues => ({
  nickname: nickname ?? '',
  external_ids: idRows(external_ids),
});

export const customerValues = (customer: Customer): CustomerValues => ({
  ...customerForm.values(customer),
  external_ids: idRows(customer.external_ids),
});

/** A new customer as the server takes it. */
export function newCustomer(values: NewCustomerValues): NewCustomer {
  const { invite, ...customer } = newCustomerForm.fields(values);
  return customer;
}

/** What of a form was changed; of a customer on board only what its seller decides is in the form. */
export function customerPatch(
  { external_ids: known, ...before }: OwnValues & Partial<CustomerValues>,
  { external_ids: given, ...after }: OwnValues & Partial<CustomerValues>,
): CustomerPatch {
  const ids = changedFields({ given: known }, { given }).given;
  return { ...customerForm.patch(before, after), ...(ids && { external_ids: idsPatch(known, ids) }) };
}
