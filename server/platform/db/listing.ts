import { type SQL, sql } from 'drizzle-orm';
import { endOfDay, startOfDay } from '../../kernel/clock';
import type { Page } from '../../kernel/params';

/** Sort fields of a list and their columns; a leading minus means descending. */
export type SortOf<C> = keyof C | `-${keyof C & string}` | undefined;

/**
 * Builds `order by` for a published sort field, with ties broken by id.
 * @param fallback the list's default order; a descending one needs `nulls last` like its index, or PostgreSQL won't use
 *   the index
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

/** Builds a name's natural sort key: ignores case, sorts accented letters with their base letter. Ties need an id. */
export function byName(column: SQL): SQL {
  return sql`${column} collate names`;
}

/** The most words that a search looks for one by one; those beyond are looked for as one text. */
const MOST_WORDS = 8;
/** What a search leaves out of texts and words alike (decision 924). */
const LEFT_OUT = /^['’‘ʼ\-‐‑–]+$/;

/** The words of a search; none of one that has neither letters nor digits nor signs that are looked for. */
export function wordsOf(search: string): string[] {
  const words = search
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '' && !LEFT_OUT.test(word));
  const rest = words.slice(MOST_WORDS - 1).join(' ');
  return rest ? [...words.slice(0, MOST_WORDS - 1), rest] : words;
}

/**
 * SQL: whether a text has a word anywhere. Ignores case, accents, apostrophes, hyphens and spaces, and treats wildcards literally. Its
 * index is `search_key(text) gin_trgm_ops`.
 */
export function hasWord(text: SQL, word: string): SQL {
  return sql`search_key(${text}) like search_word(${word})`;
}

/** SQL: whether a condition is true of every word of a search; nothing is found by a search without words. */
export function everyWord(words: readonly string[], condition: (word: string) => SQL): SQL {
  return words.length === 0 ? sql`false` : sql`(${allOf(words.map(condition))})`;
}

/** SQL: whether it is true of any of them. */
export function anyWord(words: readonly string[], condition: (word: string) => SQL): SQL {
  return words.length === 0 ? sql`false` : sql`(${sql.join(words.map(condition), sql` or `)})`;
}

/** SQL: whether a text has every word of a search. */
export function contains(text: SQL, search: string): SQL {
  return everyWord(wordsOf(search), (word) => hasWord(text, word));
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

/** The page that has every row, for an export of what is added up as a whole: each further page would add it up again. */
const EVERY_ROW: Page = { page: 1, limit: 2_147_483_647 };

/** The page that is asked for, or that with every row. */
export const pageAsked = ({ page, limit }: Page, allRows: true | undefined): Page =>
  allRows ? EVERY_ROW : { page, limit };

/** Builds the `pagination` of one page of a list (decisions 37 and 82). */
export function pageOf({ page, limit }: Page, total = 0) {
  return { page, limit, total, has_more: page * limit < total };
}

/** A limit of which a caller expects every row: the rows alone count them then. */
const ALL = 200;

/** Whether the first page of so many rows is probably the only one, so that its rows needn't be counted beside it. */
export const isAllLikely = ({ page, limit }: Page): boolean => page === 1 && limit >= ALL;

/**
 * Reads one page of a query and counts all of its rows.
 * @param query ordered, without limit
 * @param total the number of its rows, such as `db.$count(table, where)`
 * @param view what a row looks like in the response
 */
export async function readPage<R, V>(
  page: Page,
  query: { limit(limit: number): { offset(offset: number): PromiseLike<R[]> } },
  total: PromiseLike<number>,
  view: (row: R) => V,
) {
  const reading = query.limit(page.limit).offset((page.page - 1) * page.limit);
  if (isAllLikely(page)) {
    const rows = await reading;
    return {
      data: rows.map(view),
      pagination: pageOf(page, rows.length < page.limit ? rows.length : await total),
    };
  }
  const [rows, counted] = await Promise.all([reading, total]);
  return { data: rows.map(view), pagination: pageOf(page, counted) };
}

/** Converts an instant to UTC: PostgreSQL accepts fewer offsets than ISO 8601. */
export function instant(moment: string): SQL {
  return sql`${new Date(moment).toISOString()}::timestamptz`;
}

/** SQL: moments from the beginning of a calendar date of a timezone. An instant is the parameter, so that an index of the column serves it. */
export const fromDayOn = (moment: SQL, day: string, timezone: string): SQL =>
  sql`${moment} >= ${startOfDay(timezone, day).toISOString()}::timestamptz`;

/** SQL: moments until the end of a calendar date of a timezone. */
export const untilDayOn = (moment: SQL, day: string, timezone: string): SQL =>
  sql`${moment} < ${endOfDay(timezone, day).toISOString()}::timestamptz`;

/** Builds the condition for rows changed at or after an instant; undefined without one. */
export function since(column: SQL, moment: string | undefined): SQL | undefined {
  return moment === undefined ? undefined : sql`${column} >= ${instant(moment)}`;
}

/** Formats a timestamp column as ISO 8601 UTC text, as in JSON. */
export function iso(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A list of ids, some of them absent, as one parameter, so that the statement stays the same however many there are. */
export function uuids(ids: ReadonlyArray<string | null>): SQL {
  return sql`${`{${ids.map((id) => id ?? 'NULL').join(',')}}`}::uuid[]`;
}

/**
 * Passes ids as rows `asked (id)`. Of an array that it doesn't know PostgreSQL expects ten rows, and would plan the statement
 * for each array (0.3 ms of a session's 0.4); with a limit it expects that many. Two sizes do: each is a plan of each connection.
 */
export function askedIds(ids: readonly string[]): SQL {
  const { limit } = FEW.find(({ size }) => ids.length <= size) ?? { limit: sql`` };
  return sql`(select unnest(${uuids(ids)}) as id ${limit}) asked`;
}
const FEW = [1, 8].map((size) => ({ size, limit: sql.raw(`limit ${size}`) }));

/** SQL: whether a column has one of these ids; a statement with it keeps its plan, unlike one with `= any($1)`. */
export function isAmong(column: SQL, ids: readonly string[]): SQL {
  return sql`${column} = any(array(select asked.id from ${askedIds(ids)}))`;
}

/**
 * SQL: a condition that is checked on rows which others find, and by which no index is read. A statement with one plan for all businesses
 * expects as many rows of each as they have on average: to move one item, it would read all those of a large one (decision 802).
 */
export const checkedOn = (condition: SQL) => sql`(${condition}) is true`;

/** Passes a list of integers as one parameter. */
export function ints(numbers: readonly number[]): SQL {
  return sql`${`{${numbers.join(',')}}`}::int[]`;
}

/** Passes a list of nullable texts as one parameter. */
export function texts(values: ReadonlyArray<string | null>): SQL {
  const quoted = values.map((value) =>
    value === null ? 'NULL' : `"${value.replaceAll(/[\\"]/g, (special) => `\\${special}`)}"`,
  );
  return sql`${`{${quoted.join(',')}}`}::text[]`;
}
