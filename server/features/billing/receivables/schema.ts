import { z } from 'zod';
import { CalendarDate, Id, listOf, Paging, Search, sortBy } from '../../../kernel/params';
import { SIDES } from '../../../kernel/sides';

export const RECEIVABLE_SORTS = ['balance', 'oldest', 'name'] as const;

export const ListReceivables = z.strictObject({
  as_of: CalendarDate.optional().meta({
    description:
      "The day at whose end money is counted, by the seller's calendar; today when absent, and not in the future",
  }),
  side: z.enum(SIDES).default('selling').meta({
    description: '`selling` for what customers owe you, `buying` for what you owe suppliers',
  }),
  customer_id: Id.optional().meta({ description: 'Only this customer; of what customers owe you' }),
  supplier_id: Id.optional().meta({ description: 'Only this supplier; of what you owe' }),
  search: Search.optional(),
  overdue: z
    .boolean()
    .optional()
    .meta({ description: 'true for those with something overdue, false for the others' }),
  sort: sortBy(RECEIVABLE_SORTS).meta({
    description:
      'Field to sort by; a leading `-` sorts descending, and `-balance` is the default. `oldest` goes by what is overdue for ' +
      'over 90 days, then for 61 to 90, and so on',
  }),
  ...Paging,
});

const cents = (description: string) =>
  z.number().meta({ description: `${description}, in US dollars`, multipleOf: 0.01 });

/** What is owed, by how long it is overdue. */
const BUCKETS = {
  current: cents('Not overdue'),
  days_1_30: cents('Overdue for 1 to 30 days'),
  days_31_60: cents('Overdue for 31 to 60 days'),
  days_61_90: cents('Overdue for 61 to 90 days'),
  days_over_90: cents('Overdue for more than 90 days'),
  unapplied: cents('Payments and credits that settle nothing yet'),
  balance: cents('What is owed less what is unapplied'),
};

const partner = (description: string) =>
  z
    .object({
      id: Id.meta({ description: 'Id of the business' }),
      name: z.string().meta({ description: 'Name of the business' }),
    })
    .meta({ description });

export const Receivable = z
  .object({
    customer: partner('Who owes it to you; absent of payables').optional(),
    supplier: partner('To whom you owe it; absent of receivables').optional(),
    ...BUCKETS,
  })
  .meta({ id: 'Receivable', description: 'What a business owes to another, by age' });

/** Of the CSV; those of the other side are left out. */
export const COLUMNS = [
  ...['customer', 'supplier'].flatMap((party) => [`${party}.id`, `${party}.name`]),
  ...Object.keys(BUCKETS),
];

const list = listOf(Receivable);
export const ReceivableList = list
  .extend({
    as_of: CalendarDate.nullable().meta({
      description: "The day that was asked for; null of payables today, which is each seller's day",
    }),
    totals: z.object(BUCKETS).meta({ description: 'The same of all pages together' }),
  })
  .meta({ id: 'ReceivableList' });
