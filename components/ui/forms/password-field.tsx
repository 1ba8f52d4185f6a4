'use client';
import { useState } from 'react';
import { Checkbox } from '@/components/ui/base/checkbox';
import { Field } from '@/components/ui/base/field';
import { TextField } from './text-field';

/** A password that is being chosen, which can be shown. */
export function NewPasswordField({
  name = 'password',
  label,
  hint,
  fieldClassName,
}: {
  name?: string;
  label: string;
  hint: string;
  fieldClassName?: string;
}) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <TextField
        name={name}
        label={label}
        hint={hint}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        fieldClassName={fieldClassName}
      />
      <Field label="Show password" layout="inline">
        <Checkbox checked={shown} onCheckedChange={setShown} />
      </Field>
    </>
  );
}
