'use client';
import type { ComponentProps } from 'react';
import { Controller } from 'react-hook-form';
import { Field } from '@/components/ui/base/field';
import { NumberInput } from '@/components/ui/base/number-input';
import { type Named, type Rest, useNamed } from './text-field';

/** A number, or null while there is none. The form's schema has its bounds: what is outside them stays, with an error. */
export function NumberField({
  name,
  label,
  hint,
  required,
  fieldClassName,
  ...control
}: Named & Omit<Rest<ComponentProps<typeof NumberInput>>, 'min' | 'max' | 'onLimited'>) {
  const { control: form, error } = useNamed(name);
  return (
    <Field label={label} hint={hint} required={required} error={error} className={fieldClassName}>
      <Controller
        control={form}
        name={name}
        render={({ field: { onChange, ...field } }) => (
          <NumberInput {...control} {...field} onValueChange={onChange} />
        )}
      />
    </Field>
  );
}
