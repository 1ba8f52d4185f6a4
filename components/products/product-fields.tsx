'use client';
import { Controller, useFormContext } from 'react-hook-form';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { NumberInput } from '@/components/ui/number-input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { CATEGORY_OPTIONS, subcategoriesOf } from './labels';
import type { ProductValues } from './product-form';

/** The fields of a product; the form around them gives the context. */
export function ProductFields() {
  const { register, control, watch, setValue, formState } = useFormContext<ProductValues>();
  const { errors } = formState;
  const subcategories = subcategoriesOf(watch('category'));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Name" required error={errors.name?.message} className="sm:col-span-2">
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field label="Brand" error={errors.brand?.message} className="sm:col-span-2">
        <Input autoComplete="off" {...register('brand')} />
      </Field>
      <Field label="Category" required error={errors.category?.message}>
        <Select
          options={CATEGORY_OPTIONS}
          placeholder="Choose a category"
          {...register('category', {
            onChange: (event) => {
              const kept = subcategoriesOf(event.target.value).some(
                (one) => one.value === watch('subcategory'),
              );
              if (!kept) setValue('subcategory', '', { shouldDirty: true });
            },
          })}
        />
      </Field>
      <Field label="Subcategory" error={errors.subcategory?.message}>
        <Select options={[{ value: '', label: 'None' }, ...subcategories]} {...register('subcategory')} />
      </Field>
      <Field label="Description" error={errors.description?.message} className="sm:col-span-2">
        <Textarea {...register('description')} />
      </Field>
      {(['thc_percentage', 'cbd_percentage'] as const).map((name) => (
        <Field key={name} label={name === 'thc_percentage' ? 'THC' : 'CBD'} error={errors[name]?.message}>
          <Controller
            control={control}
            name={name}
            render={({ field: { onChange, ...field } }) => (
              <NumberInput {...field} onValueChange={onChange} decimals={2} suffix="%" />
            )}
          />
        </Field>
      ))}
      <Field
        label="Images"
        hint="One https:// address per line."
        error={errors.images?.message}
        className="sm:col-span-2"
      >
        <Textarea rows={2} spellCheck={false} {...register('images')} />
      </Field>
      <Field
        layout="inline"
        label="Active"
        hint="Connected businesses see and order active products only."
        className="sm:col-span-2"
      >
        <Checkbox className="mt-0.5" {...register('active')} />
      </Field>
    </div>
  );
}
