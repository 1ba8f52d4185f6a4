'use client';
import { createContext, use } from 'react';

type FieldContextValue = { id: string; describedBy?: string; invalid: boolean; required: boolean };

export const FieldContext = createContext<FieldContextValue | null>(null);

/** The attributes by which a control joins the Field around it; outside a Field, none. */
export function useFieldControl() {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}
