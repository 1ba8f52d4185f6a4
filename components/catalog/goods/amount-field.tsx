'use client';
import type { ComponentProps } from 'react';
import { Controller } from 'react-hook-form';
import { Field } from '@/components/ui/base/field';
import { type Named, type Rest, useNamed } from '@/components/ui/forms/text-field';
import { AmountInput } from './amount-input';

/**
 * A count of steps, or null while there is none, typed as the amount in their unit. Between two steps it is a fraction, which the
 * form's schema rejects.
 */
export function AmountField({
  name,
  label,
  hint,
  required,
  fieldClassName,
  goods,
}: Named & Pick<Rest<ComponentProps<typeof AmountInput>>, 'goods'> & { required?: boolean }) {
  const { control: form, error } = useNamed(name);
  return (
    <Field label={label} hint={hint} required={required} error={error} className={fieldClassName}>
      <Controller
        control={form}
        name={name}
        render={({ field: { onChange, ...field } }) => (
          <AmountInput strict {...field} goods={goods} onValueChange={onChange} />
        )}
      />
    </Field>
  );
}
