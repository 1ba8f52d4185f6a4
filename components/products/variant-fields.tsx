'use client';
import { SelectField } from '@/components/forms/fields';
import { NumberField } from '@/components/forms/number-field';
import { TextField } from '@/components/forms/text-field';
import { STEP_UNITS, WEIGHT_UNITS } from './labels';

const SOLD_OPTIONS = [
  { value: '', label: 'Each' },
  ...STEP_UNITS.map((unit) => ({ value: unit, label: `By weight, per ${unit}` })),
];

const UNIT_OPTIONS = [
  { value: '', label: 'None' },
  ...WEIGHT_UNITS.map((unit) => ({ value: unit, label: unit })),
];

/** The fields of the variant at a place of the form's list. */
export function VariantFields({ index }: { index: number }) {
  const at = (name: string) => `variants.${index}.${name}`;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name={at('name')} label="Variant name" required autoComplete="off" placeholder="3.5 g jar" />
      <TextField name={at('sku')} label="SKU" required autoComplete="off" spellCheck={false} />
      <SelectField
        name={at('unit')}
        label="Sold"
        options={SOLD_OPTIONS}
        hint="Can't change once there is stock or an order line."
      />
      <NumberField
        name={at('step')}
        label="Smallest amount"
        decimals={4}
        hint="By weight only, in that unit: 0.01 sells hundredths."
      />
      <NumberField name={at('price')} label="Price" required money />
      <NumberField
        name={at('wholesale_price')}
        label="Wholesale price"
        hint="Leave empty to use the price."
        money
      />
      <NumberField name={at('weight')} label="Weight" decimals={4} />
      <SelectField name={at('weight_unit')} label="Unit" options={UNIT_OPTIONS} />
      <NumberField name={at('case_size')} label="Units per case" hint="Buyers order whole cases." />
      <NumberField
        name={at('low_stock_threshold')}
        label="Low-stock alert at"
        hint="Units. Leave empty to use the threshold in your settings."
      />
    </div>
  );
}
