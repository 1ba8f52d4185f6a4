'use client';
import { Controller, useFormContext } from 'react-hook-form';
import { CATEGORY_OPTIONS } from '@/components/catalog/products/labels';
import { FilterToggle } from '@/components/ui/base/filter-toggle';
import type { TaxValues } from './tax-values';

/** Which goods a tax is for; none chosen is all of them. */
export function CategoryToggles() {
  const { control } = useFormContext<TaxValues>();
  return (
    <Controller
      control={control}
      name="categories"
      render={({ field: { value, onChange } }) => (
        <fieldset>
          <legend className="mb-1.5 font-medium text-sm">Goods</legend>
          <div className="flex flex-wrap gap-2">
            {CATEGORY_OPTIONS.map(({ value: name, label }) => (
              <FilterToggle
                key={name}
                label={label}
                pressed={value.includes(name)}
                onPressedChange={(on) =>
                  onChange(
                    CATEGORY_OPTIONS.map((one) => one.value).filter((one) =>
                      one === name ? on : value.includes(one),
                    ),
                  )
                }
              />
            ))}
          </div>
          <p className="mt-1.5 text-muted text-sm">
            {value.length === 0 ? 'All categories are taxed.' : 'Only these categories are taxed.'}
          </p>
        </fieldset>
      )}
    />
  );
}
