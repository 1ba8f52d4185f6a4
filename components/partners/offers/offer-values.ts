import * as z from 'zod/mini';
import { fromLocalInput, toLocalInput } from '@/components/business/webhooks/since';
import { moveDay, todayIn } from '@/components/ui/format';
import type { OfferFields, SpecialOffer } from './types';

const Break = z.object({
  min_amount: z.nullable(z.number()),
  unit_price: z.nullable(z.number().check(z.gte(0, 'Enter 0 or more'))),
});

const Item = z
  .object({
    variant_id: z.string(),
    sku: z.string(),
    name: z.string(),
    unit: z.nullable(z.string()),
    step: z.nullable(z.number()),
    wholesale_price: z.number(),
    secret: z.boolean(),
    ladder: z.array(Break),
  })
  .check(({ value: { ladder }, issues }) => {
    const seen = new Set<number>();
    for (const [n, one] of ladder.entries()) {
      const fault = (field: keyof typeof one, message: string) =>
        issues.push({ code: 'custom', input: one, path: ['ladder', n, field], message });
      // A single line without a price: the offer only shows the item.
      if (one.unit_price === null && ladder.length > 1) fault('unit_price', 'Enter a price');
      if (one.min_amount === null || one.min_amount <= 0) fault('min_amount', 'Enter an amount');
      else if (seen.has(one.min_amount)) fault('min_amount', 'Used above');
      else seen.add(one.min_amount);
    }
  });

/** Whether an offer would show an item without a price of its own. */
export const isUnpriced = ({ ladder }: Pick<z.infer<typeof Item>, 'ladder'>) =>
  ladder.every(({ unit_price }) => unit_price === null);

/** What the form of an offer holds; times as `datetime-local` fields have them, an empty start for now. */
export const OfferValues = z
  .object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100, 'Use at most 100 characters')),
    audience: z.enum(['chosen', 'all']),
    buyers: z.array(z.object({ id: z.string(), name: z.string() })),
    items: z.array(Item).check(z.minLength(1, 'Add an item')),
    starts_at: z.string(),
    ends_at: z.string().check(z.minLength(1, 'Choose when it ends')),
    /** Items without a price are meant to be shown alone. */
    shows_only: z.boolean(),
  })
  .check(
    z.refine(({ items, shows_only }) => shows_only || !items.some(isUnpriced), {
      path: ['shows_only'],
      error: 'Enter a price for each item, or tick this.',
    }),
    z.refine(({ audience, buyers }) => audience === 'all' || buyers.length > 0, {
      path: ['buyers'],
      error: 'Add a customer',
    }),
    z.refine(({ starts_at, ends_at }) => !starts_at || !ends_at || starts_at < ends_at, {
      path: ['ends_at'],
      error: 'Choose a time after the start',
    }),
  );
export type OfferValues = z.infer<typeof OfferValues>;
export type ItemValues = OfferValues['items'][number];

/** What the form needs to know of goods that are added to an offer. */
export type Goods = Pick<ItemValues, 'variant_id' | 'sku' | 'name' | 'unit' | 'step' | 'wholesale_price'>;

/** A price that is so many percent off the wholesale price, to the cent; null for no percentage. */
export const priceOff = ({ wholesale_price }: Pick<Goods, 'wholesale_price'>, percent: number | null) =>
  percent === null ? null : Math.round(wholesale_price * (100 - percent)) / 100;

/** An item that was just added: one price, from the least that can be ordered. @param percent off its wholesale price */
export const itemOf = (goods: Goods, percent: number | null = null): ItemValues => ({
  ...goods,
  secret: false,
  ladder: [{ min_amount: goods.step ?? 1, unit_price: priceOff(goods, percent) }],
});

/** Items with the first price of each so many percent off; further breaks stay. */
export const allOff = (items: readonly ItemValues[], percent: number): ItemValues[] =>
  items.map((item) => ({
    ...item,
    ladder: item.ladder.map((one, n) => (n === 0 ? { ...one, unit_price: priceOff(item, percent) } : one)),
  }));

const DAYS = 7;

/** A new offer runs from now to the end of a day a week from now. */
export const newOffer = (timezone: string): OfferValues => ({
  ...{ name: '', audience: 'chosen', buyers: [], items: [], starts_at: '', shows_only: false },
  ends_at: `${moveDay(todayIn(timezone), DAYS)}T23:59`,
});

export const offerValues = (offer: SpecialOffer, timezone: string): OfferValues => ({
  name: offer.name,
  audience: offer.audience,
  buyers: offer.buyers,
  items: offer.items.map(({ product_name, variant_name, ladder, rooms, ...item }) => {
    const { variant_id, sku, unit, step, wholesale_price } = item;
    const goods = { variant_id, sku, name: `${product_name} ${variant_name}`, unit, step, wholesale_price };
    return { ...itemOf(goods), secret: rooms.length > 0, ...(ladder.length > 0 && { ladder }) };
  }),
  starts_at: toLocalInput(new Date(offer.starts_at), timezone),
  ends_at: toLocalInput(new Date(offer.ends_at), timezone),
  shows_only: offer.items.some(({ ladder }) => ladder.length === 0),
});

/** A new offer with what an earlier one had, from now for a week. */
export const copiedOffer = (offer: SpecialOffer, timezone: string): OfferValues => ({
  ...offerValues(offer, timezone),
  ...{ starts_at: '', ends_at: newOffer(timezone).ends_at },
});

/** The offer as the server takes it; times that weren't changed are left out, since a field has no seconds. */
export function offerFields(values: OfferValues, before: OfferValues, timezone: string): OfferFields {
  const time = (name: 'starts_at' | 'ends_at', isNew: boolean) => {
    const given = isNew || values[name] !== before[name] ? fromLocalInput(values[name], timezone) : null;
    return given ? { [name]: given.toISOString() } : {};
  };
  const { name, audience, buyers, items } = values;
  return {
    ...{ name, audience },
    buyers: audience === 'all' ? [] : buyers.map(({ id }) => id),
    items: items.map(({ variant_id, ladder, secret }) => ({
      variant_id,
      ladder: ladder.flatMap(({ min_amount, unit_price }) =>
        min_amount === null || unit_price === null ? [] : [{ min_amount, unit_price }],
      ),
      rooms: secret ? ['secret_menu'] : [],
    })),
    ...time('starts_at', false),
    ...time('ends_at', before.starts_at === ''),
  };
}
