import * as z from 'zod/mini';
import { changedFields } from '@/components/forms/changed-fields';
import type { Entity, EntityPatch } from './types';

const MOST_DAYS = 365;
const MOST_ORDERS = 10_000;
const required = (message: string, max: number) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `Use at most ${max} characters`));
const optional = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`));

/** A percentage that is kept in basis points. */
const percentUpTo = (most: number) =>
  z.nullable(z.number()).check(
    z.refine(
      (percent) => percent !== null && percent >= 0 && percent <= most,
      `Enter a percentage from 0 to ${most}`,
    ),
    z.refine(
      (percent) => percent === null || Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6,
      'Use at most two decimals',
    ),
  );
const bpsOf = (percent: number | null | undefined) =>
  percent === undefined || percent === null ? undefined : Math.round(percent * 100);

/** What the form of the business holds, flat; the tax is in percent. */
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
  tax: percentUpTo(100),
  minimum: z
    .nullable(z.number())
    .check(z.refine((dollars) => dollars === null || dollars >= 0, 'Enter an amount')),
  manual_discount: percentUpTo(100),
  weight_tolerance: percentUpTo(10),
  require_coa: z.boolean(),
  require_manifest: z.boolean(),
  same_state_only: z.boolean(),
  expiry_days: z
    .nullable(z.number())
    .check(
      z.refine(
        (days) => days === null || (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS),
        `Enter 1 to ${MOST_DAYS} days, or leave it empty`,
      ),
    ),
  backorder_days: z
    .nullable(z.number())
    .check(
      z.refine(
        (days) => days !== null && Number.isInteger(days) && days >= 1 && days <= MOST_DAYS,
        `Enter 1 to ${MOST_DAYS} days`,
      ),
    ),
  most_pending: z
    .nullable(z.number())
    .check(
      z.refine(
        (orders) => orders === null || (Number.isInteger(orders) && orders >= 1 && orders <= MOST_ORDERS),
        `Enter 1 to ${MOST_ORDERS} orders, or leave it empty`,
      ),
    ),
  share: z
    .nullable(z.number())
    .check(
      z.refine(
        (percent) => percent !== null && Number.isInteger(percent) && percent >= 1 && percent <= 100,
        'Enter a whole percentage from 1 to 100',
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
    tax: settings.tax_rate_bps / 100,
    minimum: settings.minimum_order,
    manual_discount: settings.max_manual_discount_bps / 100,
    weight_tolerance: settings.weight_tolerance_bps / 100,
    require_coa: settings.require_coa,
    require_manifest: settings.require_manifest,
    same_state_only: settings.same_state_only,
    expiry_days: settings.pending_order_expiry_days,
    backorder_days: settings.backorder_days,
    most_pending: settings.max_pending_orders,
    share: settings.max_reserved_percent,
  };
}

const withoutEmpty = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** What was changed, as the server takes it. */
export function businessPatch(before: BusinessValues, after: BusinessValues): EntityPatch {
  const changed = changedFields(before, after);
  const { street, city, state, zip, email, phone, tax, expiry_days, most_pending, share, backorder_days } =
    changed;
  const { minimum, manual_discount, weight_tolerance } = changed;
  const { timezone, require_coa, require_manifest, same_state_only, license_type, license_expiry, ...own } =
    changed;
  const { name, legal_name, license_number } = own;
  const groups = {
    address: withoutEmpty({ street, city, state, zip }),
    contact: withoutEmpty({ email, phone: phone === undefined ? undefined : phone || null }),
    settings: withoutEmpty({
      timezone,
      require_coa,
      require_manifest,
      same_state_only,
      tax_rate_bps: bpsOf(tax),
      minimum_order: minimum,
      max_manual_discount_bps: bpsOf(manual_discount),
      weight_tolerance_bps: bpsOf(weight_tolerance),
      pending_order_expiry_days: expiry_days,
      backorder_days: backorder_days ?? undefined,
      max_pending_orders: most_pending,
      max_reserved_percent: share ?? undefined,
    }),
  };
  return {
    ...withoutEmpty({
      ...{ name, legal_name, license_number },
      license_type: license_type === undefined ? undefined : license_type || null,
      license_expiry: license_expiry === undefined ? undefined : license_expiry || null,
    }),
    ...Object.fromEntries(Object.entries(groups).filter(([, fields]) => Object.keys(fields).length > 0)),
  };
}

const FIELDS: Record<string, keyof BusinessValues> = {
  'settings.tax_rate_bps': 'tax',
  'settings.minimum_order': 'minimum',
  'settings.max_manual_discount_bps': 'manual_discount',
  'settings.weight_tolerance_bps': 'weight_tolerance',
  'settings.pending_order_expiry_days': 'expiry_days',
  'settings.max_pending_orders': 'most_pending',
  'settings.max_reserved_percent': 'share',
};

/** The field of a path whose last part is named differently in the form. */
export function fieldOf(path: string): keyof BusinessValues | undefined {
  return FIELDS[path];
}
