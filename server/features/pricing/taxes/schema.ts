import { z } from 'zod';
import {
  CalendarDate,
  Id,
  listOf,
  Paging,
  Price,
  StatedPercentage,
  text,
  unchanged,
} from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { isState, postalState } from '../../../kernel/states';
import { STEP_UNITS } from '../../../kernel/weights';
import { LicenseUse } from '../../entities/licenses/schema';
import { BUYER_TYPES } from '../../entities/typed.schema';
import { CATEGORY_NAMES } from '../../products/categories';

export const TAX_BASES = ['percent', 'weight', 'unit'] as const;
export const TaxBasis = z.enum(TAX_BASES).meta({
  id: 'TaxBasis',
  description:
    '`percent`: `rate` of what the goods come to; `weight`: `amount` per `weight_unit`; `unit`: `amount` per unit sold',
});
export const TaxWeightUnit = z
  .enum(STEP_UNITS)
  .meta({ id: 'TaxWeightUnit', description: 'Unit of weight that a tax is for' });

/** The most states, districts and territories that there are, with room. */
const MAX_STATES = 60;
const once = <T>(values: T[]): T[] => [...new Set(values)];
const State = text(100)
  .refine(isState, rule('unknown_value', 'must be a US state, district or territory'))
  .overwrite(postalState);

const Name = text(100).meta({ description: 'Name on orders and invoices' });
const fields = {
  rate: StatedPercentage.nullish().meta({
    description: 'In percent, at most four decimals: 15 is 15%. Of `percent` alone',
    multipleOf: 0.0001,
  }),
  amount: Price.nullish().meta({
    description: 'In US dollars, per `weight_unit` or per unit. Of `weight` and `unit` alone',
    multipleOf: 0.01,
  }),
  weight_unit: TaxWeightUnit.nullish().meta({ description: 'What `amount` is for. Of `weight` alone' }),
  categories: z.array(z.enum(CATEGORY_NAMES)).max(CATEGORY_NAMES.length).overwrite(once).nullish().meta({
    description: 'Categories of the goods that it taxes; null or empty for all',
  }),
  buyer_types: z
    .array(z.enum(BUYER_TYPES))
    .max(BUYER_TYPES.length)
    .overwrite(once)
    .nullish()
    .meta({ description: 'Types of the buyers that it is charged to; null or empty for all' }),
  use: LicenseUse.nullish().meta({
    description:
      'Market that a license of the receiving premises must be for; null for any. A license for both is for each',
  }),
  states: z.array(State).max(MAX_STATES).overwrite(once).nullish().meta({
    description: 'States of the receiving premises, such as `NV`; null or empty for all',
  }),
  include_freight: z.boolean().optional().meta({
    description:
      'Whether freight and fees are taxed, too, where it taxes a line. Of `percent` alone; false when absent',
  }),
  starts_on: CalendarDate.nullish().meta({
    description: 'First day, in your calendar, of the orders that it taxes; null for no beginning',
  }),
  ends_on: CalendarDate.nullish().meta({
    description: 'Last day, in your calendar, of the orders that it taxes; null for no end',
  }),
};

export const NewTaxRule = z.strictObject({ name: Name, basis: TaxBasis, ...fields }).meta({
  examples: [
    {
      name: 'Wholesale excise',
      basis: 'percent',
      rate: 15,
      categories: ['flower'],
      states: ['NV'],
    },
  ],
});
export type NewTaxRule = z.infer<typeof NewTaxRule>;

const PathId = Id.meta({ description: 'Id of the tax rule' });
export const TaxRuleId = z.strictObject({ id: PathId });
/** Fields that a PATCH accepts only unchanged (decision 34). */
export const TAX_RULE_READ_ONLY = ['created_at', 'updated_at'] as const;
export const UpdateTaxRule = z
  .strictObject({
    id: PathId,
    name: Name.optional(),
    basis: TaxBasis.optional(),
    ...fields,
    ...unchanged(TAX_RULE_READ_ONLY),
  })
  .meta({ examples: [{ ends_on: '2026-12-31' }] });
export type UpdateTaxRule = z.infer<typeof UpdateTaxRule>;

const words = z.array(z.string());
const TaxPreset = z
  .object({
    key: z.string().meta({ description: 'Name of the preset to programs' }),
    state: z.string().meta({ description: 'State whose tax it is, as a postal code' }),
    note: z.string().meta({ description: 'What the law taxes, and what the rule leaves to you' }),
    source: z.url().meta({ description: 'Where the rate was read' }),
    as_of: CalendarDate.meta({ description: 'Day as of which the source has the rate' }),
    name: z.string().meta({ description: 'Name on orders and invoices' }),
    basis: TaxBasis,
    rate: StatedPercentage.nullable().meta({ description: 'In percent; null unless `percent`' }),
    amount: Price.nullable().meta({ description: 'In US dollars, per `weight_unit` or unit' }),
    weight_unit: TaxWeightUnit.nullable().meta({ description: 'What `amount` is for; null unless `weight`' }),
    categories: words.meta({ description: 'Categories of the goods; empty for all' }),
    buyer_types: words.meta({ description: 'Types of the buyers; empty for all' }),
    use: LicenseUse.nullable().meta({ description: 'Market of the receiving premises; null for any' }),
    states: words.meta({ description: 'States of the receiving premises' }),
    include_freight: z.boolean().meta({ description: 'Whether freight and fees are taxed' }),
  })
  .meta({
    id: 'TaxPreset',
    description: 'A state tax to begin a rule with. Rules made of it are yours, and never change with it',
  });
export type TaxPreset = z.infer<typeof TaxPreset>;
export const TaxPresetList = listOf(TaxPreset);
export const ListTaxPresets = z.strictObject({ ...Paging });
