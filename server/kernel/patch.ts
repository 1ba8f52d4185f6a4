import { isDeepStrictEqual } from 'node:util';
import { type FieldError, invalidRequest } from './errors';

/**
 * Checks that a PATCH changes something and contains read-only fields only with their current value (decisions 34 and
 * 51).
 * @param patch the input without its path parameters; keys with the value undefined count as absent
 * @throws AppError INVALID_REQUEST
 */
export function checkPatch(
  patch: Record<string, unknown>,
  current: Record<string, unknown>,
  readOnly: readonly string[],
): void {
  const sent = Object.keys(patch).filter((key) => patch[key] !== undefined);
  if (sent.length === 0) {
    throw invalidRequest([{ path: '', code: 'empty_patch', message: 'Send at least one field to change.' }]);
  }
  const errors: FieldError[] = sent
    .filter((key) => readOnly.includes(key) && !isDeepStrictEqual(patch[key], current[key]))
    .map((key) => ({ path: key, code: 'read_only', message: 'cannot be changed' }));
  if (errors.length > 0) throw invalidRequest(errors);
}

/** A nested object without fields counts as absent. */
export function withoutEmpty<T extends object>(patch: T, nested: ReadonlyArray<keyof T>): Partial<T> {
  const isEmpty = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  const left = Object.entries(patch).filter(
    ([key, value]) => !(nested.includes(key as keyof T) && isEmpty(value)),
  );
  return Object.fromEntries(left) as Partial<T>;
}

/**
 * Returns the fields of `after` that differ from `before`, with both values. `updated_at` is left out: audit rows have
 * their own time.
 */
export function changesBetween<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const keys = (Object.keys(after) as Array<keyof T>).filter(
    (key) => key !== 'updated_at' && !isDeepStrictEqual(before[key], after[key]),
  );
  const pick = (from: T) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
