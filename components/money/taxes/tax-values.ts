import * as z from 'zod/mini';
import { CATEGORY_NAMES } from '@/server/features/products/categories';
import type { NewTaxRule, TaxPreset, TaxRule } from './types';

const fourDecimals = (value: number | null) => value === null || Number(value.toFixed(4)) === value;
const cents = (value: number | null) => value === null || Number(value.toFixed(2)) === value;

/** What the form of a tax rule holds; an empty text stands for none. */
export const TaxValues = z
  .object({
    preset: z.string(),
    name: z
      .string()
      .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100, 'Use at most 100 characters')),
    basis: z.enum(['percent', 'weight', 'unit']),
    rate: z
      .nullable(z.number().check(z.gte(0, 'Enter 0 to 100'), z.lte(100, 'Enter 0 to 100')))
      .check(z.refine(fourDecimals, 'Use at most four decimals')),
    amount: z
      .nullable(
        z
          .number()
          .check(z.gte(0, 'Enter an amount of 0 or more'), z.lte(9_999_999.99, 'This amount is too high')),
      )
      .check(z.refine(cents, 'Use at most two decimals')),
    weight_unit: z.enum(['g', 'oz', 'lb', 'kg']),
    categories: z.array(z.enum(CATEGORY_NAMES)),
    buyers: z.enum(['all', 'retailer', 'wholesaler']),
    use: z.enum(['any', 'adult', 'medical']),
    states: z.string(),
    include_freight: z.boolean(),
    starts_on: z.string(),
    ends_on: z.string(),
  })
  .check(
    z.refine(({ basis, rate }) => basis !== 'percent' || rate !== null, {
      path: ['rate'],
      error: 'Enter a rate',
    }),
    z.refine(({ basis, amount }) => basis === 'percent' || amount !== null, {
      path: ['amount'],
      error: 'Enter an amount',
    }),
    z.refine(({ starts_on, ends_on }) => !starts_on || !ends_on || starts_on <= ends_on, {
      path: ['ends_on'],
      error: 'Choose a day on or after the first one',
    }),
  );
export type TaxValues = z.infer<typeof TaxValues>;

export const NEW_TAX: TaxValues = {
  ...{ preset: '', name: '', basis: 'percent', rate: null, amount: null, weight_unit: 'oz', categories: [] },
  ...{ buyers: 'all', use: 'any', states: '', include_freight: false, starts_on: '', ends_on: '' },
};

type Described = Omit<TaxRule, 'id' | 'created_at' | 'updated_at' | 'starts_on' | 'ends_on'>;

function shared(rule: Described): Omit<TaxValues, 'preset' | 'starts_on' | 'ends_on'> {
  const [buyer] = rule.buyer_types;
  return {
    name: rule.name,
    basis: rule.basis,
    rate: rule.rate,
    amount: rule.amount,
    weight_unit: rule.weight_unit ?? 'oz',
    categories: rule.categories,
    buyers: rule.buyer_types.length === 1 && buyer ? buyer : 'all',
    use: rule.use === 'adult' || rule.use === 'medical' ? rule.use : 'any',
    states: rule.states.join(', '),
    include_freight: rule.include_freight,
  };
}

export const taxValues = (rule: TaxRule): TaxValues => ({
  ...shared(rule),
  preset: '',
  starts_on: rule.starts_on ?? '',
  ends_on: rule.ends_on ?? '',
});

/** The form with a preset; its days stay. */
export const presetValues = (preset: TaxPreset, { starts_on, ends_on }: TaxValues): TaxValues => ({
  ...shared(preset as Described),
  preset: preset.key,
  starts_on,
  ends_on,
});

/** The rule as the server takes it, whole: a PATCH that sends a field as it was changes nothing. */
export function taxFields(values: TaxValues): NewTaxRule {
  const { name, basis, rate, amount, weight_unit, categories, buyers, use, states, include_freight } = values;
  return {
    name,
    basis,
    rate: basis === 'percent' ? rate : null,
    amount: basis === 'percent' ? null : amount,
    weight_unit: basis === 'weight' ? weight_unit : null,
    categories,
    buyer_types: buyers === 'all' ? [] : [buyers],
    use: use === 'any' ? null : use,
    states: statesOf(states),
    include_freight: basis === 'percent' && include_freight,
    starts_on: values.starts_on || null,
    ends_on: values.ends_on || null,
  };
}

const statesOf = (text: string) =>
  text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
