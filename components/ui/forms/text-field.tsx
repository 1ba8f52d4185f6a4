'use client';
import type { ComponentProps, ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';

/** A field of the Form around it: its name there (`variants.0.sku`), and its label. */
export type Named = { name: string; label: ReactNode; hint?: ReactNode; fieldClassName?: string };
/** What else a control takes. */
export type Rest<Props> = Omit<Props, 'name' | 'value' | 'onChange' | 'onValueChange' | 'onBlur'>;

/** The form around a field, and what is wrong with the field once it was left or the form was sent. */
export function useNamed(name: string) {
  const context = useFormContext();
  // A line that is added checks all lines, the empty new one too.
  const { error, isTouched } = context.getFieldState(name, context.formState);
  return { ...context, error: isTouched || context.formState.submitCount > 0 ? error?.message : undefined };
}

/** A line of text. Its module is apart from the other fields: the pages before sign-in need no more. */
export function TextField({
  name,
  label,
  hint,
  required,
  fieldClassName,
  ...control
}: Named & Rest<ComponentProps<typeof Input>>) {
  const { register, error } = useNamed(name);
  return (
    <Field label={label} hint={hint} required={required} error={error} className={fieldClassName}>
      <Input {...control} {...register(name)} />
    </Field>
  );
}
