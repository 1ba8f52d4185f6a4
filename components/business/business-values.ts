import * as z from 'zod/mini';
import { formOf, noneOf, typedValues } from '@/components/ui/forms/typed';
import { ADDRESS, ADDRESS_LINES, BUSINESS } from '@/server/features/entities/typed.schema';
import type { EntityPatch } from './types';

const MOST_DAYS = 365;

/** What the form of the business holds, flat. */
export const BusinessValues = z.object({
  ...typedValues(BUSINESS).shape,
  ...typedValues(ADDRESS).shape,
  email: z.string().check(z.trim(), z.email('Enter an email address')),
  license_expiry: z.string(),
  timezone: z.string(),
  pending_order_expiry_days: z
    .nullable(z.number())
    .check(
      z.refine(
        (days) => days === null || (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS),
        `Enter 1 to ${MOST_DAYS} days, or leave it empty`,
      ),
    ),
});
export type BusinessValues = z.infer<typeof BusinessValues>;

const NONE: BusinessValues = {
  ...{ ...noneOf(BUSINESS), ...noneOf(ADDRESS), email: '', license_expiry: '', timezone: '' },
  pending_order_expiry_days: null,
};

const form = formOf(NONE, ['phone', 'license_type', 'license_expiry'], {
  address: ADDRESS_LINES,
  contact: ['email', 'phone'],
  settings: ['timezone', 'pending_order_expiry_days'],
});

export const businessValues = form.values;
/** What was changed, as the server takes it. */
export const businessPatch = (before: BusinessValues, after: BusinessValues): EntityPatch =>
  form.patch(before, after) ?? {};
