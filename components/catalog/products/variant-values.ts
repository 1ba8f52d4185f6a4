import * as z from 'zod/mini';
import type { NewVariant, StepUnit, Variant, WeightUnit } from './types';

const atMost = (max: number) => z.maxLength(max, `Use at most ${max} characters`);
const MOST = 9_999_999.99;
export const money = z
  .number()
  .check(z.minimum(0, 'Use 0 or more'), z.maximum(MOST, 'Use at most $9,999,999.99'));

/** Of a count of units or, by weight, of steps. */
export const NOT_WHOLE = 'Use a whole number; by weight, a multiple of the smallest amount';

export const sku = z.string().check(z.trim(), z.minLength(1, 'Enter a SKU'), atMost(100));

/** What the form of one variant holds. */
export const VariantValues = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), atMost(200)),
    sku,
    price: z.nullable(money),
    wholesale_price: z.nullable(money),
    /** Of a new product: what is in stock already, in steps, and what a unit of it cost. */
    opening: z.nullable(
      z.int(NOT_WHOLE).check(z.minimum(0, 'Use 0 or more'), z.maximum(1_000_000, 'Use at most 1,000,000')),
    ),
    unit_cost: z.nullable(money),
    weight: z.nullable(
      z
        .number()
        .check(
          z.minimum(0.0001, 'Use at least 0.0001'),
          z.maximum(1_000_000_000, 'Use at most 1,000,000,000'),
        ),
    ),
    weight_unit: z.string(),
    case_size: z.nullable(
      z.int(NOT_WHOLE).check(z.minimum(1, 'Use 1 or more'), z.maximum(1_000_000, 'Use at most 1,000,000')),
    ),
    unit: z.string(),
    step: z.nullable(
      z.number().check(z.minimum(0.001, 'Use at least 0.001'), z.maximum(1000, 'Use at most 1,000')),
    ),
    low_stock_threshold: z.nullable(
      z.int(NOT_WHOLE).check(z.minimum(0, 'Use 0 or more'), z.maximum(1_000_000, 'Use at most 1,000,000')),
    ),
  })
  .check(
    z.refine(({ weight, weight_unit }) => weight === null || weight_unit !== '', {
      path: ['weight_unit'],
      error: 'Choose a unit',
    }),
    z.refine(({ unit, step }) => unit === '' || step !== null, {
      path: ['step'],
      error: 'Enter the smallest amount',
    }),
  );
export type VariantValues = z.infer<typeof VariantValues>;

const firstOfEachSku = (variants: readonly VariantValues[], index: number) =>
  variants.findIndex((one) => one.sku === variants[index]?.sku) === index;

/**
 * Variants of one form; a single one is a list of one, so that all forms share their fields.
 * @param sells the wholesale price is asked for, and the price of shops may be left out; else the other way
 */
export const variantList = (sells: boolean) =>
  z.array(VariantValues).check((ctx) => {
    const asked = sells ? 'wholesale_price' : 'price';
    ctx.value.forEach((variant, index) => {
      const fault = (field: 'sku' | typeof asked, message: string) =>
        ctx.issues.push({ code: 'custom', input: variant[field], path: [index, field], message });
      if (variant[asked] === null) fault(asked, sells ? 'Enter a wholesale price' : 'Enter a price');
      if (variant.sku !== '' && !firstOfEachSku(ctx.value, index))
        fault('sku', 'Another variant here has this SKU');
    });
  });
export const variantForm = (sells: boolean) => z.object({ variants: variantList(sells) });

export const NEW_VARIANT: VariantValues = {
  name: '',
  sku: '',
  price: null,
  wholesale_price: null,
  opening: null,
  unit_cost: null,
  weight: null,
  weight_unit: '',
  case_size: 1,
  unit: '',
  step: null,
  low_stock_threshold: null,
};

export function variantValues(variant: Variant): VariantValues {
  return {
    ...variant,
    ...{ weight_unit: variant.weight_unit ?? '', unit: variant.unit ?? '' },
    ...{ opening: null, unit_cost: null },
  };
}

/** The fields as the server takes them; of two prices the one that is missing is the other. */
export function variantFields(values: VariantValues): NewVariant {
  const price = values.price ?? values.wholesale_price ?? 0;
  return {
    name: values.name,
    sku: values.sku,
    price,
    wholesale_price: values.wholesale_price ?? price,
    weight: values.weight,
    weight_unit: values.weight === null ? null : (values.weight_unit as WeightUnit),
    case_size: values.case_size ?? 1,
    ...(values.unit === ''
      ? { sold_by: 'unit', unit: null, step: null }
      : { sold_by: 'weight', unit: values.unit as StepUnit, step: values.step }),
    low_stock_threshold: values.low_stock_threshold,
  };
}
