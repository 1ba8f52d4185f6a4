import { z } from 'zod';
import { Price } from '../../../kernel/params';
import { Place } from '../schema';

export const PricedVariantId = z.strictObject({ variant_id: Place.variant_id });
export const SetPrice = z
  .strictObject({
    variant_id: Place.variant_id,
    price: Price.nullable().meta({
      description: "Your retail price in US dollars; null restores the variant's own price",
    }),
  })
  .meta({ examples: [{ price: 32.5 }] });
export const RetailPrice = z
  .object({
    variant_id: Place.variant_id,
    price: Price.nullable().meta({
      description: 'Your own retail price in US dollars; null when you have set none',
    }),
    msrp: Price.meta({ description: "The variant's own price, in US dollars" }),
    unit_price: Price.meta({
      description:
        'Effective price in US dollars, as on your inventory items: `price`, or `msrp` without one',
    }),
  })
  .meta({ id: 'RetailPrice' });
