import * as z from 'zod/mini';
import { WEEKDAYS } from '@/server/kernel/delivery-days';
import type { Menu, MenuMail } from './types';

const text = (most: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'Is required'), z.maxLength(most, `Use at most ${most} characters`));

export const MailValues = z.object({
  category: z.string(),
  price_list_id: z.string(),
  not_ordered_days: z.nullable(z.number()),
  subject: text(100),
  message: text(1000),
  weekday: z.enum(WEEKDAYS),
  time: z.string(),
});
export type MailValues = z.infer<typeof MailValues>;

/** What a mail of a menu begins with: that of its schedule, where it has one. */
export function mailValuesOf({ name, schedule }: Menu): MailValues {
  const { segment, subject, message, weekday, time } = schedule ?? {};
  return {
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
  category,
  price_list_id,
  not_ordered_days,
  subject,
  message,
}: MailValues): MenuMail => ({
  subject,
  message,
  segment: {
    ...(category && {
      bought_category: category as NonNullable<NonNullable<MenuMail['segment']>['bought_category']>,
    }),
    ...(price_list_id && { price_list_id }),
    ...(not_ordered_days && { not_ordered_days }),
  },
});
