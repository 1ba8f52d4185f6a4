import { z } from 'zod';
import { BigCount, Id, listOf, Paging, sortBy } from '../../../kernel/params';
import { amountAlikeOf, StepsAlike } from '../../products/schema';
import { Covered, RangeQuery } from '../schema';

export const STOCK_GROUPS = ['product', 'variant', 'brand', 'category'] as const;
export type StockGroup = (typeof STOCK_GROUPS)[number];
export const SELL_THROUGH_SORTS = ['sell_through', 'days_of_supply', 'sold_units', 'on_hand'] as const;

export const SellThroughQuery = z.strictObject({
  by: z.enum(STOCK_GROUPS).optional().meta({
    id: 'StockGroup',
    description: 'What a row is; `product` when absent',
  }),
  ...RangeQuery,
  sort: sortBy(SELL_THROUGH_SORTS),
  ...Paging,
});
export type SellThroughQuery = z.infer<typeof SellThroughQuery>;

const ofVariants = ', and in rows of a brand or category';
export const SellThroughReport = z
  .object({
    by: z.enum(STOCK_GROUPS).meta({ description: 'What a row is' }),
    period: Covered.meta({ description: 'Days whose sales count' }),
    ...listOf(
      z
        .object({
          id: Id.nullable().meta({
            description: 'Id of the product or variant; null for a brand or category',
          }),
          name: z.string().meta({ description: 'Name of the row' }),
          sku: z.string().nullable().meta({ description: 'SKU of a variant; null for other rows' }),
          sold_units: BigCount.meta({
            description: 'Units that left with reason `SALE`, less returned ones',
          }),
          on_hand: BigCount.meta({ description: 'Units on hand now' }),
          ...StepsAlike,
          sold_amount: amountAlikeOf('sold_units', ofVariants),
          on_hand_amount: amountAlikeOf('on_hand', ofVariants),
          value: z.number().meta({ description: 'Units on hand at their average cost, in US dollars' }),
          sell_through: z.number().nullable().meta({
            description: 'Percent sold of what was sold and what is on hand; null where both are 0',
          }),
          days_of_supply: z.number().nullable().meta({
            description:
              'Days that the units on hand last at the pace of the period; null when nothing was sold',
          }),
        })
        .meta({ id: 'SellThroughRow' }),
    ).shape,
  })
  .meta({ id: 'SellThroughReport' });
export type SellThroughReport = z.infer<typeof SellThroughReport>;
