import { CATEGORY_OPTIONS, readable } from '@/components/catalog/products/labels';
import type { Customer } from '@/components/partners/customers/types';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Select } from '@/components/ui/base/select';
import { FIELD } from './labels';
import type { ImportField } from './types';

const MAX_LENGTH = 200;

const BUYERS = ['retailer', 'wholesaler'] as const satisfies readonly Customer['type'][];

type Values = Partial<Record<ImportField, string>>;

/** Required columns that the file doesn't have: one value can be typed for all of its lines. */
export function GivenValues({
  fields,
  values,
  onChange,
}: {
  fields: readonly ImportField[];
  values: Values;
  onChange: (values: Values) => void;
}) {
  return (
    <section aria-label="Columns that are missing" className="border-border border-t px-4 py-4 sm:px-5">
      <h3 className="font-medium">Not in the file</h3>
      <p className="mt-1 text-muted text-sm">Choose a column below, or give one value for all lines.</p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {fields.map((field) => (
          <Field key={field} label={FIELD[field]}>
            {CHOICES[field] ? (
              <Select
                options={[{ value: '', label: 'From a column' }, ...CHOICES[field]]}
                value={values[field] ?? ''}
                onValueChange={(value) => onChange({ ...values, [field]: value })}
              />
            ) : (
              <Input
                autoComplete="off"
                maxLength={MAX_LENGTH}
                value={values[field] ?? ''}
                onChange={({ target }) => onChange({ ...values, [field]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  );
}

/** Fields that take one of a few words. */
const CHOICES: Partial<Record<ImportField, ReadonlyArray<{ value: string; label: string }>>> = {
  type: BUYERS.map((value) => ({ value, label: readable(value) })),
  category: CATEGORY_OPTIONS,
};
