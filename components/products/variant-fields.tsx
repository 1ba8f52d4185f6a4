'use client';
import { Controller, useFormContext } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { NumberInput } from '@/components/ui/number-input';
import { Select } from '@/components/ui/select';
import { WEIGHT_UNITS } from './labels';
import type { VariantFormValues } from './variant-form';

const UNIT_OPTIONS = [
  { value: '', label: 'None' },
  ...WEIGHT_UNITS.map((unit) => ({ value: unit, label: unit })),
];

/** The fields of the variant at a place of the form's list. */
export function VariantFields({ index }: { index: number }) {
  const { register, control, formState } = useFormContext<VariantFormValues>();
  const errors = formState.errors.variants?.[index];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Variant name" required error={errors?.name?.message}>
        <Input autoComplete="off" placeholder="3.5 g jar" {...register(`variants.${index}.name`)} />
      </Field>
      <Field label="SKU" required error={errors?.sku?.message}>
        <Input autoComplete="off" spellCheck={false} {...register(`variants.${index}.sku`)} />
      </Field>
      <Field label="Price" required error={errors?.price?.message}>
        <Controller
          control={control}
          name={`variants.${index}.price`}
          render={({ field: { onChange, ...field } }) => (
            <NumberInput {...field} money onValueChange={onChange} />
          )}
        />
      </Field>
      <Field
        label="Wholesale price"
        hint="Leave empty to use the price."
        error={errors?.wholesale_price?.message}
      >
        <Controller
          control={control}
          name={`variants.${index}.wholesale_price`}
          render={({ field: { onChange, ...field } }) => (
            <NumberInput {...field} money onValueChange={onChange} />
          )}
        />
      </Field>
      <Field label="Weight" error={errors?.weight?.message}>
        <Controller
          control={control}
          name={`variants.${index}.weight`}
          render={({ field: { onChange, ...field } }) => (
            <NumberInput {...field} decimals={4} onValueChange={onChange} />
          )}
        />
      </Field>
      <Field label="Unit" error={errors?.weight_unit?.message}>
        <Select options={UNIT_OPTIONS} {...register(`variants.${index}.weight_unit`)} />
      </Field>
      <Field
        label="Low below"
        hint="Units. Leave empty to use the threshold in your settings."
        error={errors?.low_stock_threshold?.message}
      >
        <Controller
          control={control}
          name={`variants.${index}.low_stock_threshold`}
          render={({ field: { onChange, ...field } }) => <NumberInput {...field} onValueChange={onChange} />}
        />
      </Field>
    </div>
  );
}
