import { z } from 'zod';
import { hasFourDecimals, Id, Price, text, unchanged, wholeNumber } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { STEP_UNITS } from '../../../kernel/weights';
import { ExternalIdsChange, NewExternalIds } from '../../entities/external-ids/schema';

/** Of one seller. */
export const MAX_LISTS = 100;

const Name = text(100).meta({ description: 'Name of the list, which no other of yours has' });
const Discount = wholeNumber().min(0).max(10_000).meta({
  description: 'Off the wholesale price of what has no price of its own in the list, in basis points',
});
const Active = z
  .boolean()
  .meta({ description: 'false: its customers pay the wholesale price, as if they had no list' });

export const NewPriceList = z
  .strictObject({
    name: Name,
    discount_bps: Discount.optional(),
    active: Active.optional(),
    external_ids: NewExternalIds.optional(),
  })
  .meta({ examples: [{ name: 'Gold', discount_bps: 500 }] });

const PathId = Id.meta({ description: 'Id of the price list' });
export const PriceListId = z.strictObject({ id: PathId });
/** Fields that a PATCH accepts only unchanged (decision 34). */
export const PRICE_LIST_READ_ONLY = ['rule_count', 'customers_count', 'created_at', 'updated_at'] as const;
export const UpdatePriceList = z
  .strictObject({
    id: PathId,
    name: Name.optional(),
    discount_bps: Discount.optional(),
    active: Active.optional(),
    external_ids: ExternalIdsChange.optional(),
    ...unchanged(PRICE_LIST_READ_ONLY),
  })
  .meta({ examples: [{ discount_bps: 750 }] });

/** Prices of one list. */
export const MAX_RULES = 5_000;
/** Entries of a body that are read, so that one too many is found. */
const MOST_READ = 10_000;

const PriceRule = z.strictObject({
  sku: text(100).optional().meta({ description: 'SKU of your variant, or your SKU of one that you sell on' }),
  variant_id: Id.optional().meta({ description: 'Id of the variant, in place of its SKU' }),
  min_amount: z
    .number()
    .gt(0, 'must be more than 0')
    .max(1_000_000_000, 'must be at most 1000000000')
    .refine(hasFourDecimals, rule('too_many_decimals', 'must have at most four decimals'))
    .meta({ description: 'From this amount on, in whole units or in the unit in which it is sold' }),
  unit_price: Price.meta({ description: 'Price per unit in US dollars' }),
});

export const SetPriceRules = z
  .strictObject({
    id: PathId,
    rules: z.array(PriceRule).max(MOST_READ, `must have at most ${MOST_READ} entries`).meta({
      description: 'All prices of the list; those that it had are gone. Each variant has one per amount',
    }),
  })
  .meta({
    examples: [
      {
        rules: [
          { sku: 'RS-BD-35', min_amount: 1, unit_price: 20 },
          { sku: 'RS-BD-35', min_amount: 10, unit_price: 18 },
        ],
      },
    ],
  });

export const FindPricedItems = z
  .strictObject({
    skus: z.array(text(100)).min(1).max(MAX_RULES).meta({ description: 'SKUs to look up' }),
  })
  .meta({ examples: [{ skus: ['RS-BD-35'] }] });

export const PricedItems = z
  .object({
    data: z
      .array(
        z
          .object({
            sku: z.string().meta({ description: 'Your SKU' }),
            variant_id: Id.meta({ description: 'Id of the variant' }),
            product_name: z.string().meta({ description: 'Name of the product' }),
            variant_name: z.string().meta({ description: 'Name of the variant' }),
            unit: z.enum(STEP_UNITS).nullable().meta({
              description: 'Unit of goods that are sold by weight; null for those sold each',
            }),
            wholesale_price: Price.meta({ description: 'Your wholesale price per unit in US dollars' }),
            unit_cost: Price.nullable().meta({
              description:
                'Average cost per unit of your stock in US dollars; null without one, and without read:inventory',
            }),
          })
          .meta({ id: 'PricedItem', description: 'A variant that you sell' }),
      )
      .meta({ description: 'One entry per variant' }),
  })
  .meta({ id: 'PricedItems', description: 'Variants that you sell' });
