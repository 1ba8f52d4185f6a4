import * as z from 'zod/mini';
import type { Menu, NewMenu } from './types';

const text = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, `Use at most ${most} characters`));

export const MenuValues = z.object({
  name: text(100).check(z.minLength(1, 'Enter a name')),
  message: text(1000),
  prices: z.enum(['shown', 'hidden']),
  price_list_id: z.string(),
  availability: z.enum(['exact', 'levels', 'hidden']),
  certificates: z.boolean(),
  takes_requests: z.boolean(),
  minimum_order: z.nullable(z.number()),
  passcode: text(128),
  state: text(100),
  expires_on: z.string(),
});
export type MenuValues = z.infer<typeof MenuValues>;

export const valuesOf = (menu?: Menu): MenuValues => ({
  name: menu?.name ?? 'Menu',
  message: menu?.message ?? '',
  prices: menu?.prices ?? 'shown',
  price_list_id: menu?.price_list_id ?? '',
  availability: menu?.availability ?? 'levels',
  certificates: menu?.certificates ?? true,
  takes_requests: menu?.takes_requests ?? true,
  minimum_order: menu?.minimum_order ?? null,
  passcode: '',
  state: menu?.state ?? '',
  expires_on: menu?.expires_on ?? '',
});

/** What the form sends: an empty passcode leaves the one that there is. */
export const bodyOf = ({ passcode, ...values }: MenuValues): NewMenu => ({
  ...values,
  message: values.message || null,
  price_list_id: values.price_list_id || null,
  state: values.state || null,
  expires_on: values.expires_on || null,
  ...(passcode && { passcode }),
});
