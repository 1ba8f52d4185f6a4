import type { ImportField } from '../fields';
import type { FileRow } from '../file/rows';
import type { Fixes, GivenValues, Mapping } from '../schema';
import type { MappedLine } from './line';

/** More than any field may have; what is beyond is cut off before a pattern sees it, and the rest is too long all the same. */
const MAX_CELL = 10_000;
/** Of the variants of a product, as our own export has them. */
const MAX_VARIANTS = 100_000;

/**
 * Returns a function that maps a line's cells to fields.
 * @param fixes cells to read in place of the file's
 * @param given values of all lines, of fields without a column
 */
export function mapperOf(
  columns: readonly string[],
  mapping: Mapping,
  fixes: Fixes | null = null,
  given: GivenValues | null = null,
): (line: FileRow) => MappedLine {
  const constant = Object.fromEntries((given ?? []).map(({ field, value }) => [field, value]));
  const fields = mapping.map(({ column, field }) => ({ at: columns.indexOf(column), field }));
  return ({ line, cells, fault }) => {
    const values: MappedLine['values'] = { ...constant };
    for (const { at, field } of fields) {
      const cell = cells[at]?.trim().slice(0, field === 'variants' ? MAX_VARIANTS : MAX_CELL);
      if (cell) values[field] = cell;
    }
    for (const [field, value] of Object.entries(fixes?.[line] ?? {}) as Array<[ImportField, string]>) {
      const cell = value.trim();
      if (cell) values[field] = cell;
      else delete values[field];
    }
    return { line, values, fault };
  };
}
