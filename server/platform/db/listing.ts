import { type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../kernel/params';

/** What a list can be sorted by: its columns, descending with a minus. */
export type SortOf<C> = keyof C | `-${keyof C & string}` | undefined;

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

/** SQL: a name in the order that people expect: case ignored, accents beside their letter. Ties need an id. */
export function byName(column: SQL): SQL {
  return sql`${column} collate names`;
}

/** SQL: whether a text contains what is searched for, case and accents ignored; wildcards are plain characters. */
export function contains(column: SQL, search: string): SQL {
  return sql`search_fold(${column}) like search_pattern(${search})`;
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

/** The `pagination` of one page of a list (decisions 37 and 82). */
export function pageOf({ page, limit }: Page, total = 0) {
  return { page, limit, total, has_more: page * limit < total };
}

/** A moment that was sent, in UTC: PostgreSQL takes fewer offsets than ISO 8601 has. */
export function instant(moment: string): SQL {
  return sql`${new Date(moment).toISOString()}::timestamptz`;
}

/** SQL: what changed at or after a moment; undefined without one. */
export function since(column: SQL, moment: string | undefined): SQL | undefined {
  return moment === undefined ? undefined : sql`${column} >= ${instant(moment)}`;
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
