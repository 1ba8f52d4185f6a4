'use client';
import { useFormContext } from 'react-hook-form';
import { CheckboxField, SelectField, TextareaField } from '@/components/ui/forms/fields';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import { SELLERS } from '@/server/kernel/permissions';
import { CATEGORY_OPTIONS, subcategoriesOf } from './labels';
import type { ProductValues } from './product-values';
import { VisibilityField } from './visibility-field';

/** The fields of a product. @param exists one that does has fields that members limited to locations don't change */
export function ProductFields({ exists = false }: { exists?: boolean }) {
  const { watch, setValue } = useFormContext<ProductValues>();
  const { entity, isLimited } = useViewer();
  const sells = SELLERS.includes(entity.type);
  const fixed = exists && isLimited;
  const subcategories = subcategoriesOf(watch('category'));
  const wide = 'sm:col-span-2';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="name" label="Name" required autoComplete="off" fieldClassName={wide} />
      <TextField name="brand" label="Brand" autoComplete="off" fieldClassName={wide} />
      <SelectField
        name="category"
        label="Category"
        required
        options={CATEGORY_OPTIONS}
        placeholder="Choose a category"
        onChange={(event) => {
          const kept = subcategoriesOf(event.target.value).some((one) => one.value === watch('subcategory'));
          if (!kept) setValue('subcategory', '', { shouldDirty: true });
        }}
      />
      <SelectField
        name="subcategory"
        label="Subcategory"
        options={[{ value: '', label: 'None' }, ...subcategories]}
      />
      <TextareaField name="description" label="Description" fieldClassName={wide} />
      <NumberField name="thc_percentage" label="THC" decimals={2} suffix="%" />
      <NumberField name="cbd_percentage" label="CBD" decimals={2} suffix="%" />
      {!fixed && (
        <CheckboxField
          name="active"
          label="Active"
          hint="Connected businesses see and order active products only."
          fieldClassName={wide}
        />
      )}
      {sells && !fixed && <VisibilityField fieldClassName={wide} />}
      {exists && (
        <EverywhereNote what="Whether it is sold, and to whom, applies" permission="update:products" />
      )}
    </div>
  );
}
