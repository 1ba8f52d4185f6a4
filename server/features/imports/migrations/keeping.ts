import type { Db } from '../../../platform/db/client';
import type { CheckedLine, LineSource, Values } from '../lines/line';
import type { MigrationContext } from './context';
import { type Item, itemsAmong } from './items.sql';
import type { MigrationKind } from './words';

interface Sourced {
  line: number;
  source?: LineSource | undefined;
}

/** What lines of a migration became before, by their ids in the source. */
export async function itemsOf(
  db: Db,
  migration: MigrationContext | null,
  kind: MigrationKind,
  lines: readonly Sourced[],
): Promise<Map<string, Item>> {
  const ids = lines.flatMap(({ source }) => source?.id ?? []);
  if (!migration || ids.length === 0) return new Map();
  const items = await itemsAmong(db, migration.entityId, migration.system, kind, ids);
  return new Map(items.map((item) => [item.source_id, item]));
}

/**
 * Leaves out of what the source says the fields that were changed here since they were imported.
 * @returns the values to take, and the names of the others
 */
export function keepLocal(
  given: Values,
  present: Values,
  imported: Item['imported'] | undefined,
): { taken: Values; kept: string[] } {
  const isKept = (name: string) =>
    imported !== undefined &&
    name in imported &&
    given[name] !== present[name] &&
    (imported[name] ?? null) !== (present[name] ?? null);
  const kept = Object.keys(given).filter(isKept);
  return { taken: Object.fromEntries(Object.entries(given).filter(([name]) => !kept.includes(name))), kept };
}

export const keptNote = (kept: readonly string[]): string | null =>
  kept.length === 0 ? null : `kept_local: changed here since it was imported (${kept.join(', ')}).`;
export const sameNote = (line: number, id: string | undefined): string =>
  `same_as: leads to the same as line ${line}${id === undefined ? '' : ` (${id})`}.`;
export const DELETED_NOTE = 'deleted_here: it was deleted here and stays so.';
export const joinNotes = (...notes: ReadonlyArray<string | null | undefined | false>): string | null =>
  notes.filter(Boolean).join(' ') || null;

/** What each checked line of a migration has of its source. */
export function sourced(checked: CheckedLine, source: LineSource | undefined): CheckedLine {
  if (!source) return checked;
  const note = joinNotes(checked.note, ...source.notes);
  const line = { ...checked, note, externalId: source.id, notCarried: source.notCarried };
  if (!source.closed) return line;
  return { ...line, outcome: 'closed', errors: [], before: null, after: null, data: null, imported: null };
}
