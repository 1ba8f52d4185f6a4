import * as z from 'zod/mini';
import { WEEKDAYS } from '@/server/kernel/delivery-days';
import type { Menu, MenuMail } from './types';

const text = (most: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'Is required'), z.maxLength(most, `Use at most ${most} characters`));

/** Customers that a run names one by one. */
const MOST_NAMED = 200;

const Fields = z.object({
  /** Those of a segment, or some that are chosen. */
  to: z.enum(['segment', 'chosen']),
  customers: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .check(z.maxLength(MOST_NAMED, `Choose at most ${MOST_NAMED} customers`)),
  representative: z.string(),
  category: z.string(),
  price_list_id: z.string(),
  not_ordered_days: z.nullable(z.number()),
  subject: text(100),
  message: text(1000),
  weekday: z.enum(WEEKDAYS),
  time: z.string(),
});
export const MailValues = Fields.check(
  z.refine(({ to, customers }) => to === 'segment' || customers.length > 0, {
    path: ['customers'],
    error: 'Add a customer',
  }),
);
export type MailValues = z.infer<typeof MailValues>;

/** What a mail of a menu begins with: that of its schedule, where it has one. */
export function mailValuesOf({ name, schedule }: Menu): MailValues {
  const { segment, subject, message, weekday, time } = schedule ?? {};
  return {
    to: 'segment',
    customers: [],
    representative: segment?.representative ?? '',
    category: segment?.bought_category ?? '',
    price_list_id: segment?.price_list_id ?? '',
    not_ordered_days: segment?.not_ordered_days ?? null,
    subject: subject ?? name,
    message: message ?? '',
    weekday: weekday ?? 'mon',
    time: time ?? '09:00',
  };
}

/** The part of a mail that is the same now and each week. */
export const mailOf = ({
  representative,
  category,
  price_list_id,
  not_ordered_days,
  subject,
  message,
}: MailValues): MenuMail => ({
  subject,
  message,
  segment: {
    ...(representative && { representative }),
    ...(category && {
      bought_category: category as NonNullable<NonNullable<MenuMail['segment']>['bought_category']>,
    }),
    ...(price_list_id && { price_list_id }),
    ...(not_ordered_days && { not_ordered_days }),
  },
});

/** To whom it goes now. */
export const sentTo = (values: MailValues) =>
  values.to === 'chosen'
    ? {
        subject: values.subject,
        message: values.message,
        customer_ids: values.customers.map(({ id }) => id),
      }
    : mailOf(values);
