import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { errorText } from './error-text';
import { failureOf, faultsOf } from './failure';

/** The form's field for a path of the server; undefined leaves it to the field's name. */
export type FieldOf<Values extends FieldValues> = (
  path: string,
  values: Values,
) => FieldPath<Values> | undefined;

/**
 * The field of a path such as `config.base_url` or `variants[0].sku`: the first part of it that the form knows, with
 * what follows where that is a list of objects. Null when the form shows none of them.
 */
export function fieldNamed(values: FieldValues, path: string): string | null {
  const names = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  const start = names.findIndex((name) => Object.hasOwn(values, name));
  if (start < 0) return null;
  const [name = '', ...rest] = names.slice(start);
  const [first] = Array.isArray(values[name]) ? values[name] : [];
  return typeof first === 'object' ? [name, ...rest].join('.') : name;
}

/** Puts the server's errors at the fields that they name, and the others above the form (the error `root`). */
export function showServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fieldOf?: FieldOf<Values>,
): void {
  const failure = failureOf(error);
  const values = form.getValues();
  const taken = failure?.details.reason === 'sku_taken' ? fieldOf?.('sku', values) : undefined;
  if (taken) {
    form.setError(taken, { message: errorText(error) });
    return;
  }
  const faults = faultsOf(error);
  const unplaced = faults.filter(({ path, message }) => {
    const field = fieldOf?.(path, values) ?? (fieldNamed(values, path) as FieldPath<Values> | null);
    if (field) form.setError(field, { message: sentence(message) });
    return !field;
  });
  if (faults.length > 0 && unplaced.length === 0) return;
  const message = unplaced.map(({ path, message: text }) => (path ? `${path} ${text}` : text)).join('; ');
  form.setError('root', { message: message || errorText(error) });
}

/** The server's "must be at most 200 characters" as a sentence of its own. */
function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

const FRAMES = 30;

/** Moves the focus to the first field in error, as soon as the form has drawn it. */
export function focusFirstError(formId: string, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLInputElement>(`[id="${formId}"] [aria-invalid="true"]`);
    if (field) {
      field.focus();
      // A rejected text is mostly typed again as a whole.
      if (field instanceof HTMLInputElement) field.select();
    } else if (frames > 0) focusFirstError(formId, frames - 1);
  });
}
