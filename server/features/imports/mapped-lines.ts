import type { MappedLine } from './line';
import type { SourceLine } from './read';
import type { Mapping } from './schema';

/** More than any field may have; what is beyond is cut off before a pattern sees it, and the rest is too long all the same. */
const MAX_CELL = 10_000;

/** Returns a function that maps a line's cells to fields. */
export function mapperOf(columns: readonly string[], mapping: Mapping): (line: SourceLine) => MappedLine {
  const fields = mapping.map(({ column, field }) => ({ at: columns.indexOf(column), field }));
  return ({ line, cells, fault }) => {
    const values: MappedLine['values'] = {};
    for (const { at, field } of fields) {
      const cell = cells[at]?.trim().slice(0, MAX_CELL);
      if (cell) values[field] = cell;
    }
    return { line, values, fault };
  };
}
