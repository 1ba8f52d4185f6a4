import { z } from 'zod';
import { Amount, BigCount, CalendarDate, Id, idList, listOf, Paging } from '../../../kernel/params';
import { amountAlikeOf, Steps, StepsAlike } from '../../products/schema';
import { Covered } from '../schema';

/** Of one request: a page of products, or those of a cart. */
const MAX_PRODUCTS = 200;
/** Days that the sales of a product cover. */
export const PRODUCT_DAYS = 90;

export const ProductFiguresQuery = z.strictObject({
  ids: idList(MAX_PRODUCTS).meta({
    description: `Ids of products separated by commas, at most ${MAX_PRODUCTS}`,
  }),
});

export const ProductFigures = z
  .object({
    data: z
      .array(
        z
          .object({
            product_id: Id.meta({ description: 'Id of the product' }),
            on_hand: BigCount.meta({ description: 'Units in your locations' }),
            sellable: BigCount.meta({ description: 'Units that your locations can sell' }),
            sold_30_days: BigCount.nullable().meta({
              description:
                'Units that others ordered from you in the last 30 days, canceled orders aside; of a retailer those that left with reason ' +
                '`SALE`. A seller needs `read:orders`, else it is null',
            }),
            ...StepsAlike,
            on_hand_amount: amountAlikeOf('on_hand'),
            sellable_amount: amountAlikeOf('sellable'),
            sold_30_days_amount: amountAlikeOf('sold_30_days', ', and where that is'),
            variants: z
              .array(
                z
                  .object({
                    variant_id: Id.meta({ description: 'Id of the variant' }),
                    sellable: BigCount.meta({ description: 'Units that your locations can sell' }),
                    sold_30_days: BigCount.nullable().meta({
                      description: 'Units sold of it, as of the product',
                    }),
                    ...Steps,
                    sellable_amount: Amount.meta({ description: '`sellable` in `unit`' }),
                    sold_30_days_amount: Amount.nullable().meta({
                      description: '`sold_30_days` in `unit`; null where that is',
                    }),
                  })
                  .meta({ id: 'VariantFigure' }),
              )
              .meta({ description: 'Those of its variants that you have or sold, in their order' }),
          })
          .meta({ id: 'ProductFigure' }),
      )
      .meta({
        description: 'One for each product that you can see, in the order of `ids`',
      }),
  })
  .meta({ id: 'ProductFigures' });
export type ProductFigures = z.infer<typeof ProductFigures>;

export const ProductSalesQuery = z.strictObject({
  id: Id.meta({ description: 'Id of the product' }),
  ...Paging,
});

const Sold = {
  units: BigCount.meta({ description: 'Units ordered, canceled orders aside' }),
  amount: amountAlikeOf('units'),
  value: z.number().meta({ description: 'What they brought before tax, in US dollars' }),
};

export const ProductSales = z
  .object({
    period: Covered.meta({ description: `The last ${PRODUCT_DAYS} days, today included` }),
    ...Sold,
    ...StepsAlike,
    weeks: z
      .array(
        z
          .object({ start: CalendarDate.meta({ description: 'First day' }), ...Sold })
          .meta({ id: 'ProductWeek' }),
      )
      .meta({ description: 'Seven days each, the last one ending today; the first one is shorter' }),
    ...listOf(
      z
        .object({
          id: Id.meta({ description: 'Id of the customer' }),
          name: z.string().meta({ description: 'Name of the customer' }),
          ...Sold,
          last_ordered_on: CalendarDate.meta({ description: 'Day of its last order of the product' }),
        })
        .meta({ id: 'ProductBuyer' }),
    ).shape,
  })
  .meta({ id: 'ProductSales' });
export type ProductSales = z.infer<typeof ProductSales>;
