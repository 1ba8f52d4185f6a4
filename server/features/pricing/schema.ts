import { z } from 'zod';
import { Id, Price, Total } from '../../kernel/params';
import { PRICE_SOURCES } from './ladder';

export const PriceSource = z.enum(PRICE_SOURCES).meta({
  id: 'PriceSource',
  description: "Where a price comes from: `wholesale` is the seller's general price",
});

/** What an amount costs, by the least amount from which on it does (decisions 580 and 600). */
export const PriceLadder = z
  .array(
    z
      .object({
        min_amount: z.number().meta({ description: 'From this amount on' }),
        unit_price: Price.meta({ description: 'Price per unit in US dollars' }),
        source: PriceSource,
      })
      .meta({ id: 'PriceBreak' }),
  )
  .meta({
    description:
      "Your prices by amount, beginning with the least: an order line's is that of the last entry which its amount reaches",
    examples: [
      [
        { min_amount: 1, unit_price: 20, source: 'list' },
        { min_amount: 10, unit_price: 18, source: 'list' },
      ],
    ],
  });

/** A tax of an order, as it is stored and published. */
export const TaxLine = z
  .object({
    rule_id: Id.nullable().meta({
      description:
        'Tax rule of the seller; null for `settings.tax_rate_bps`, which taxes orders without rules',
    }),
    name: z.string().meta({ description: 'Name of the tax when the order was placed' }),
    base: z.number().meta({
      description:
        'What is taxed: US dollars, or for a tax by weight or unit the weight in its unit, or the units. Discounts are off, and samples no part of it',
    }),
    rate: z.number().meta({
      description: 'In percent: 15 is 15%; for a tax by weight or unit US dollars per unit',
    }),
    amount: Total.meta({ description: 'Tax in US dollars, rounded once, half up' }),
  })
  .meta({
    id: 'TaxLine',
    examples: [{ rule_id: null, name: 'Tax', base: 35, rate: 8.25, amount: 2.89 }],
  });
export type TaxLine = z.infer<typeof TaxLine>;
