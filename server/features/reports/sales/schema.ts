import { z } from 'zod';
import { BigCount, CalendarDate, Id, listOf, Paging, sortBy } from '../../../kernel/params';
import { ORDER_SIDES } from '../../orders/shapes/flow.schema';
import { amountAlikeOf, StepsAlike } from '../../products/schema';
import { Compare, Covered, RangeQuery } from '../schema';

export const GROUPS = [
  'product',
  'variant',
  'brand',
  'category',
  'customer',
  'representative',
  'supplier',
] as const;
export type Group = (typeof GROUPS)[number];

const Side = z.enum(ORDER_SIDES).optional().meta({
  description: 'What you sold (`selling`) or bought (`buying`); what your business does first when absent',
});

const Query = { ...RangeQuery, compare: Compare, side: Side };

export const SalesQuery = z.strictObject({
  by: z.enum(GROUPS).optional().meta({
    id: 'SalesGroup',
    description:
      'What a row is; `product` when absent. `customer` and `representative` of what you sold, `supplier` of what you bought',
  }),
  ...Query,
  partner_id: Id.optional().meta({
    description: 'Only what you sold to this business, or bought from it',
  }),
  sort: sortBy(['value', 'units']),
  ...Paging,
});
export type SalesQuery = z.infer<typeof SalesQuery>;

const units = BigCount.meta({ description: 'Units ordered; steps of goods by weight' });
const Value = z.number().meta({ description: 'Sum of the lines in US dollars, before tax' });
const previous_units = BigCount.nullable().meta({
  description: 'Units in the days compared with; null without a comparison',
});
const previous_value = Value.nullable().meta({
  description: 'Value in the days compared with; null without a comparison',
});

const ofVariants = ', and in rows other than products and variants';
const SalesRow = z
  .object({
    id: Id.nullable().meta({
      description:
        'Id of the product, variant, business or member; null for a brand, a category, and for none',
    }),
    name: z.string().meta({ description: 'Name of the row' }),
    sku: z.string().nullable().meta({ description: 'SKU of a variant; null for other rows' }),
    units,
    value: Value,
    previous_units,
    previous_value,
    ...StepsAlike,
    amount: amountAlikeOf('units', ofVariants),
    previous_amount: amountAlikeOf('previous_units', `${ofVariants}, and without a comparison`),
    cost: z.number().nullable().meta({
      description:
        'Current average cost of the units, from your own stock; null unless it is known for all of them. Of products and variants that you sold',
    }),
    margin: z.number().nullable().meta({ description: 'Value less cost; null without a cost' }),
  })
  .meta({ id: 'SalesRow' });

const period = Covered.meta({ description: 'Days that the report covers' });
const compared_with = Covered.nullable().meta({
  description: 'Days compared with; null without a comparison',
});

export const SalesReport = z
  .object({
    side: z.enum(ORDER_SIDES).meta({ description: 'Whether it is about what you sold or bought' }),
    by: z.enum(GROUPS).meta({ description: 'What a row is' }),
    period,
    compared_with,
    totals: z
      .object({ units, value: Value, previous_units, previous_value })
      .meta({ description: 'Sums of all rows' }),
    ...listOf(SalesRow).shape,
  })
  .meta({ id: 'SalesReport' });
export type SalesReport = z.infer<typeof SalesReport>;

export const TrendQuery = z.strictObject(Query);
export type TrendQuery = z.infer<typeof TrendQuery>;

export const SalesTrend = z
  .object({
    side: z.enum(ORDER_SIDES).meta({ description: 'Whether it is about what you sold or bought' }),
    period,
    compared_with,
    step: z.enum(['day', 'month']).meta({ description: '`day` for up to 92 days, else `month`' }),
    points: z
      .array(
        z.object({
          start: CalendarDate.meta({ description: 'First day of the step within the period' }),
          units,
          value: Value,
          previous_units,
          previous_value,
        }),
      )
      .meta({ description: 'Every step of the period, oldest first, each with the one at its place before' }),
  })
  .meta({ id: 'SalesTrend' });
export type SalesTrend = z.infer<typeof SalesTrend>;
