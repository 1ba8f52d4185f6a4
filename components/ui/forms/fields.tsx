'use client';
import type { ComponentProps } from 'react';
import type { RegisterOptions } from 'react-hook-form';
import { Checkbox } from '@/components/ui/base/checkbox';
import { Field } from '@/components/ui/base/field';
import { Select, type SelectOption } from '@/components/ui/base/select';
import { Textarea } from '@/components/ui/base/textarea';
import { type Named, type Rest, useNamed } from './text-field';

/** Several lines of text. */
export function TextareaField({
  name,
  label,
  hint,
  required,
  fieldClassName,
  ...control
}: Named & Rest<ComponentProps<typeof Textarea>>) {
  const { register, error } = useNamed(name);
  return (
    <Field label={label} hint={hint} required={required} error={error} className={fieldClassName}>
      <Textarea {...control} {...register(name)} />
    </Field>
  );
}

/** One of a few options. */
export function SelectField<Value extends string>({
  name,
  label,
  hint,
  required,
  fieldClassName,
  onChange,
  ...control
}: Named & {
  options: readonly SelectOption<Value>[];
  required?: boolean;
  placeholder?: string;
  className?: string;
  onChange?: RegisterOptions['onChange'];
}) {
  const { register, error } = useNamed(name);
  return (
    <Field label={label} hint={hint} required={required} error={error} className={fieldClassName}>
      <Select {...control} {...register(name, { onChange })} />
    </Field>
  );
}

/** Yes or no, with its label beside it. */
export function CheckboxField({ name, label, hint, fieldClassName }: Named) {
  const { register, error } = useNamed(name);
  return (
    <Field layout="inline" label={label} hint={hint} error={error} className={fieldClassName}>
      <Checkbox className="mt-0.5" {...register(name)} />
    </Field>
  );
}
