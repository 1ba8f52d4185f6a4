import * as z from 'zod/mini';
import { changedFields, defined } from '@/components/ui/forms/changed-fields';
import type { Entity, EntityPatch } from './types';

const MOST_DAYS = 365;
const MOST_ORDERS = 10_000;

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

/** What a seller decides about the orders that it gets; percentages as people say them. */
export const SalesValues = z.object({
  tax: percentUpTo(100),
  minimum: z
    .nullable(z.number())
    .check(z.refine((dollars) => dollars === null || dollars >= 0, 'Enter an amount')),
  manual_discount: percentUpTo(100),
  weight_tolerance: percentUpTo(10),
  require_coa: z.boolean(),
  require_manifest: z.boolean(),
  same_state_only: z.boolean(),
  days_at_delivery: z
    .nullable(z.number())
    .check(
      z.refine(
        (days) => days === null || (Number.isInteger(days) && days >= 0 && days <= MOST_DAYS),
        `Enter 0 to ${MOST_DAYS} days`,
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
export type SalesValues = z.infer<typeof SalesValues>;

export const salesValues = ({ settings }: Entity): SalesValues => ({
  tax: settings.tax_rate_bps / 100,
  minimum: settings.minimum_order,
  manual_discount: settings.max_manual_discount_bps / 100,
  weight_tolerance: settings.weight_tolerance_bps / 100,
  require_coa: settings.require_coa,
  require_manifest: settings.require_manifest,
  same_state_only: settings.same_state_only,
  days_at_delivery: settings.min_days_at_delivery,
  backorder_days: settings.backorder_days,
  most_pending: settings.max_pending_orders,
  share: settings.max_reserved_percent,
});

/** What was changed, as the server takes it. */
export function salesPatch(before: SalesValues, after: SalesValues): EntityPatch {
  const changed = changedFields(before, after);
  const { tax, minimum, manual_discount, weight_tolerance, backorder_days, most_pending, share, ...rest } =
    changed;
  const { days_at_delivery: days, ...own } = rest;
  const settings = defined({
    ...own,
    tax_rate_bps: bpsOf(tax),
    minimum_order: minimum,
    max_manual_discount_bps: bpsOf(manual_discount),
    weight_tolerance_bps: bpsOf(weight_tolerance),
    backorder_days: backorder_days ?? undefined,
    min_days_at_delivery: days === null ? 0 : days,
    max_pending_orders: most_pending,
    max_reserved_percent: share ?? undefined,
  });
  return Object.keys(settings).length > 0 ? { settings } : {};
}

const FIELDS: Record<string, keyof SalesValues> = {
  'settings.tax_rate_bps': 'tax',
  'settings.minimum_order': 'minimum',
  'settings.max_manual_discount_bps': 'manual_discount',
  'settings.weight_tolerance_bps': 'weight_tolerance',
  'settings.min_days_at_delivery': 'days_at_delivery',
  'settings.max_pending_orders': 'most_pending',
  'settings.max_reserved_percent': 'share',
};

/** The field of a path whose last part is named differently in the form. */
export const salesFieldOf = (path: string): keyof SalesValues | undefined => FIELDS[path];
