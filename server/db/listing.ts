import { type SQL, sql } from 'drizzle-orm';
import type { Page } from '../kernel/params';

/**
 * `order by` of a published sort field, ties broken by id.
 * @param fallback the list's own order; a descending one says `nulls last`, as its index does, or the index is not read
 */
export function orderBy<F extends string>(
  sort: F | `-${F}` | undefined,
  columns: Record<F, SQL>,
  fallback: SQL,
  id: SQL,
): SQL {
  if (!sort) return sql`order by ${fallback}, ${id}`;
  const descending = sort.startsWith('-');
  const column = columns[(descending ? sort.slice(1) : sort) as F];
  return descending
    ? sql`order by ${column} desc nulls last, ${id}`
    : sql`order by ${column} asc nulls last, ${id}`;
}

export function allOf(conditions: Array<SQL | undefined>): SQL {
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  );
}

export function slice({ page, limit }: Page): SQL {
  return sql`limit ${limit} offset ${(page - 1) * limit}`;
}

/** A timestamp column as the ISO 8601 UTC text that JSON carries. */
export function iso(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A list of ids as one parameter, so that the statement stays the same however many there are. */
export function uuids(ids: readonly string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::uuid[]`;
}

/** A list of whole numbers as one parameter. */
export function ints(numbers: readonly number[]): SQL {
  return sql`${`{${numbers.join(',')}}`}::int[]`;
}

/** A list of texts, some of them absent, as one parameter. */
export function texts(values: ReadonlyArray<string | null>): SQL {
  const quoted = values.map((value) =>
    value === null ? 'NULL' : `"${value.replaceAll(/[\\"]/g, (special) => `\\${special}`)}"`,
  );
  return sql`${`{${quoted.join(',')}}`}::text[]`;
}
