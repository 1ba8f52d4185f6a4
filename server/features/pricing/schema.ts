import { z } from 'zod';
import { Price } from '../../kernel/params';
import { PRICE_SOURCES } from './ladder';

/** What an amount costs, by the least amount from which on it does (T30, T32). */
export const PriceLadder = z
  .array(
    z
      .object({
        min_amount: z.number().meta({ description: 'From this amount on' }),
        unit_price: Price.meta({ description: 'Price per unit in US dollars' }),
        source: z.enum(PRICE_SOURCES).meta({
          id: 'PriceSource',
          description: "Where the price comes from: `wholesale` is the seller's general price",
        }),
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
