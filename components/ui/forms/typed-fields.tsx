'use client';
import type { TypedFields as Declared, Typed } from '@/server/kernel/typed';
import { TextField } from './text-field';

/** A field for each of what is typed, in its order. */
export const TypedFields = ({ of }: { of: Declared }) =>
  Object.entries<Typed>(of).map(([name, { label, most, missing, type }]) => (
    <TextField
      key={name}
      name={name}
      label={label}
      required={missing !== undefined}
      maxLength={most}
      type={type}
      autoComplete="off"
    />
  ));
