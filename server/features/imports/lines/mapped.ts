import type { ImportField, ImportKind } from '../fields';
import type { FileRow } from '../file/rows';
import { type AdaptSettings, adapt, SOURCE_COLUMN } from '../migrations/adapt';
import type { Fixes, GivenValues, Mapping } from '../schema';
import type { LineSource, MappedLine } from './line';

/** More than any field may have; what is beyond is cut off before a pattern sees it, and the rest is too long all the same. */
const MAX_CELL = 10_000;
/** Of the variants of a product, as our own export has them, and of the lines of an order. */
const MAX_LONG = 400_000;
const LONG: ReadonlySet<ImportField> = new Set<ImportField>(['variants', 'items']);

/**
 * Returns a function that maps a line's cells to fields.
 * @param fixes cells to read in place of the file's
 * @param given values of all lines, of fields without a column
 * @param migration what lines of a migration are read by
 */
export function mapperOf(
  columns: readonly string[],
  mapping: Mapping,
  {
    kind,
    fixes = null,
    given = null,
    migration = null,
  }: {
    kind: ImportKind;
    fixes?: Fixes | null;
    given?: GivenValues | null;
    migration?: AdaptSettings | null;
  },
): (line: FileRow) => MappedLine {
  const read = new Set(mapping.map(({ column }) => column));
  const sourceAt = migration ? columns.indexOf(SOURCE_COLUMN) : -1;
  const constant = Object.fromEntries((given ?? []).map(({ field, value }) => [field, value]));
  const fields = mapping.map(({ column, field }) => ({ at: columns.indexOf(column), field }));
  return ({ line, cells, fault }) => {
    const values: MappedLine['values'] = { ...constant };
    for (const { at, field } of fields) {
      const cell = cells[at]?.trim().slice(0, LONG.has(field) ? MAX_LONG : MAX_CELL);
      if (cell) values[field] = cell;
    }
    for (const [field, value] of Object.entries(fixes?.[line] ?? {}) as Array<[ImportField, string]>) {
      const cell = value.trim();
      if (cell) values[field] = cell;
      else delete values[field];
    }
    const mapped = { line, values, fault };
    if (!migration) return mapped;
    const source = sourceAt >= 0 ? sourceIn(cells[sourceAt]) : undefined;
    if (source) return adapt(kind, { ...mapped, source }, migration, {});
    const unread = columns.flatMap((name, at) => {
      const cell = read.has(name) ? undefined : cells[at]?.trim();
      return cell ? [[name, cell]] : [];
    });
    return adapt(kind, mapped, migration, Object.fromEntries(unread));
  };
}

/** What a file that was made from an API's rows has beside its cells. */
function sourceIn(cell: string | undefined): LineSource | undefined {
  if (!cell?.startsWith('{"id":')) return undefined;
  try {
    return JSON.parse(cell) as LineSource;
  } catch {
    return undefined;
  }
}
