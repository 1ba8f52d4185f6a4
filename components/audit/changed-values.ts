import type { Fields } from './types';

/** A field that a change set, by its path (`settings.auto_sync`). Undefined: not recorded on that side. */
export type ChangedValue = { path: string; before: unknown; after: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function leavesOf(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (isObject(value) && Object.keys(value).length > 0) {
    for (const [name, inner] of Object.entries(value))
      leavesOf(inner, path ? `${path}.${name}` : name, found);
  } else if (path) found.set(path, value);
  return found;
}

/** The fields that differ between the two sides, in the order in which they were recorded. */
export function changedValues(before: Fields, after: Fields): ChangedValue[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
