import { z } from 'zod';
import { BigCount, CalendarDate, Id, listOf, Paging, sortBy } from '../../../kernel/params';
import { MAX_DAYS, RangeName } from '../../../kernel/ranges';
import { amountAlikeOf, StepsAlike } from '../../products/schema';

export const MARGIN_GROUPS = ['brand', 'category', 'representative', 'customer', 'product', 'day'] as const;
export const MarginGroup = z.enum(MARGIN_GROUPS).meta({
  id: 'MarginGroup',
  description: 'What a row is; brand, category and representative of today',
});

export const MarginsQuery = z.strictObject({
  group: MarginGroup.optional().meta({ description: '`product` when absent' }),
  // biome-ignore lint/suspicious/noThenProperty: the published name
  then: MarginGroup.optional().meta({
    description: 'By what each row is divided, other than `group`: one row for each pair of both',
  }),
  range: RangeName,
  start_date: CalendarDate.optional().meta({
    description: 'First day of issue, in your timezone; 29 days before the last when absent',
  }),
  end_date: CalendarDate.optional().meta({
    description: `Last day; today when absent. At most ${MAX_DAYS} days`,
  }),
  sort: sortBy(['margin', 'sales', 'cost', 'day']).meta({
    description:
      'Field to sort by; a leading `-` sorts descending, and `-margin` is the default. By `margin`, rows without one come last',
  }),
  ...Paging,
});

const Dollars = z.number();
const figures = {
  units: BigCount.meta({
    description: 'Units that were invoiced and not credited; steps of goods by weight',
  }),
  ...StepsAlike,
  amount: amountAlikeOf('units'),
  sales: Dollars.meta({
    description: 'What they came to in US dollars, less discounts, before taxes and freight',
  }),
  cost: Dollars.meta({
    description: 'Their average cost when they shipped, in US dollars; of those whose cost is known',
  }),
  margin: Dollars.nullable().meta({
    description: '`sales` less `cost`; null unless the cost of all units is known',
  }),
  margin_percent: Dollars.nullable().meta({
    description: 'Of `sales`, in percent with two decimals; null without sales or `margin`',
  }),
  uncosted_units: BigCount.meta({
    description: 'Units of which the cost is not known, such as those that shipped before it was kept',
  }),
  uncosted_amount: amountAlikeOf('uncosted_units'),
};

const SUBJECT = {
  id: Id.nullable().meta({
    description: 'Id of the product, customer or member; null for a brand, a category, a day, and for none',
  }),
  name: z.string().meta({
    description:
      'Name of the product or member now, of the customer on its latest invoice; of a day its date. `No brand` and `No representative` for none',
  }),
};

const MarginRow = z
  .object({
    ...SUBJECT,
    second: z.object(SUBJECT).optional().meta({ description: 'The same of `then`; absent without it' }),
    ...figures,
  })
  .meta({ id: 'MarginRow' });

export const MarginReport = z
  .object({
    group: MarginGroup,
    // biome-ignore lint/suspicious/noThenProperty: the published name
    then: MarginGroup.optional().meta({ description: 'As asked for; absent without' }),
    period: z
      .object({
        start: CalendarDate.meta({ description: 'First day' }),
        end: CalendarDate.meta({ description: 'Last day' }),
      })
      .meta({ description: 'Days that the report covers' }),
    totals: z.object(figures).meta({ description: 'Sums of all rows' }),
    ...listOf(MarginRow).shape,
  })
  .meta({ id: 'MarginReport' });
