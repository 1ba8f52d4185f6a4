import type { Fields } from './types';

/** A field that a change set, by its path (`settings.auto_sync`). Undefined: not recorded on that side. */
export type ChangedValue = { path: string; before: unknown; after: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list by their number, from 1; nothing for a list of plain values. */
const linesOf = (value: unknown): [string, unknown][] =>
  Array.isArray(value) && value.every(isObject) ? value.map((line, at) => [String(at + 1), line]) : [];

function leavesOf(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  const parts = isObject(value) ? Object.entries(value) : linesOf(value);
  for (const [name, part] of parts) leavesOf(part, path ? `${path}.${name}` : name, found);
  if (parts.length === 0 && path) found.set(path, value);
  return found;
}

/** The fields that differ between the two sides, in the order in which they were recorded. */
export function changedValues(before: Fields, after: Fields): ChangedValue[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
