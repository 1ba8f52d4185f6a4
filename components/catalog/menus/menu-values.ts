import * as z from 'zod/mini';
import type { Menu, NewMenu } from './types';

const text = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, `Use at most ${most} characters`));

/** Goods that a menu names one by one. */
export const MOST_VARIANTS = 500;

const Named = z.object({ id: z.string(), name: z.string() });

const Fields = z.object({
  name: text(100).check(z.minLength(1, 'Enter a name')),
  message: text(1000),
  /** For whom it is; null for everybody with the link. */
  customer: z.nullable(Named),
  goods: z.enum(['all', 'chosen']),
  categories: z.array(z.string()),
  brands: z.array(z.string()),
  /** Names that an earlier save didn't keep are empty. */
  variants: z.array(Named),
  location_id: z.string(),
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
export const MenuValues = Fields.check(
  z.refine(({ goods, variants }) => goods === 'all' || variants.length > 0, {
    path: ['variants'],
    error: 'Add an item',
  }),
);
export type MenuValues = z.infer<typeof MenuValues>;

export const valuesOf = (menu?: Menu): MenuValues => ({
  name: menu?.name ?? 'Menu',
  message: menu?.message ?? '',
  customer: menu?.customer_id ? { id: menu.customer_id, name: '' } : null,
  goods: menu?.goods ?? 'all',
  categories: menu?.categories ?? [],
  brands: menu?.brands ?? [],
  variants: menu?.variant_ids.map((id) => ({ id, name: '' })) ?? [],
  location_id: menu?.location_id ?? '',
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
export const bodyOf = ({ passcode, customer, variants, categories, ...values }: MenuValues): NewMenu => ({
  ...values,
  message: values.message || null,
  customer_id: customer?.id ?? null,
  categories: categories as NonNullable<NewMenu['categories']>,
  variant_ids: values.goods === 'chosen' ? variants.map(({ id }) => id) : [],
  location_id: values.location_id || null,
  // A customer has its own prices.
  price_list_id: customer ? null : values.price_list_id || null,
  state: values.state || null,
  expires_on: values.expires_on || null,
  ...(passcode && { passcode }),
});
