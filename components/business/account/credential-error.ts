import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { failureOf } from '@/components/ui/forms/failure';

const FAULTS: Record<string, { field: string; message: string }> = {
  INVALID_CREDENTIALS: { field: 'password', message: 'Incorrect password' },
  INVALID_MFA_CODE: { field: 'code', message: 'Incorrect code, or this code was already used' },
};

/** Shows a wrong password or code at its field and focuses that. @returns false for any other error */
export function showCredentialError<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
): boolean {
  const fault = FAULTS[failureOf(error)?.code ?? ''];
  if (!fault || !Object.hasOwn(form.getValues(), fault.field)) return false;
  const field = fault.field as FieldPath<Values>;
  form.setError(field, { message: fault.message });
  form.setFocus(field, { shouldSelect: true });
  return true;
}
