import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { failureOf } from '@/components/providers/trpc';

type Entry = { path: string; message: string };

function entriesOf(details: Record<string, unknown>): Entry[] {
  return Array.isArray(details.errors) ? (details.errors as Entry[]) : [];
}

/** The server's "must be at most 200 characters" as a sentence of its own. */
function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/**
 * Assigns an error to the fields that the server names, to the SKU if it is taken, else to the form (the error
 * `root`).
 * @param fieldOf the form's field for a path of the server (`variants[0].sku`); null when it shows none such
 */
export function showServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  {
    fieldOf,
    skuField,
  }: { fieldOf: (path: string) => FieldPath<Values> | null; skuField?: FieldPath<Values> },
): void {
  const failure = failureOf(error);
  const root = (message: string) => form.setError('root', { message });
  if (!failure) {
    root('No response from the server. Check your connection and try again.');
    return;
  }
  if (failure.code === 'UNAUTHORIZED') {
    root('Your session ended. Sign in, then save again.');
    return;
  }
  if (failure.details.reason === 'sku_taken' && skuField) {
    form.setError(skuField, { message: 'Another variant of your business has this SKU' });
    return;
  }
  const unplaced: string[] = [];
  for (const { path, message } of entriesOf(failure.details)) {
    const field = fieldOf(path);
    if (field) form.setError(field, { message: sentence(message) });
    else unplaced.push(path ? `${path} ${message}` : message);
  }
  if (unplaced.length > 0) root(unplaced.join('; '));
  else if (entriesOf(failure.details).length === 0) {
    root(failure.code === 'SERVER_ERROR' ? `${failure.message} ${failure.requestId ?? ''}` : failure.message);
  }
}

/** `variants[0].sku` as react-hook-form writes it: `variants.0.sku`. */
export function formPath(path: string): string {
  return path.replace(/\[(\d+)\]/g, '.$1');
}

const FRAMES = 30;

/** Moves the focus to the first field in error, as soon as the form has drawn it. */
export function focusFirstError(formId: string, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(`[id="${formId}"] [aria-invalid="true"]`);
    if (field) field.focus();
    else if (frames > 0) focusFirstError(formId, frames - 1);
  });
}
