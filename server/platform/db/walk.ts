import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type FieldError, invalidRequest } from '../../kernel/errors';
import { Id, NIL_ID } from '../../kernel/params';
import { asOf } from './as-of';
import type { Db } from './client';
import { allOf } from './listing';
import { countFrom } from './walk.sql';

/**
 * Column types that a cursor can follow. The columns must be non-null and immutable: a row whose name changes could
 * move past a reader.
 */
const KEY_TYPES = {
  timestamptz: {
    text: (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    isValid: isInstant,
  },
  text: {
    text: (column: SQL) => sql`(${column})::text`,
    isValid: (key: string) => !key.includes('\0') && key.isWellFormed(),
  },
  bigint: { text: (column: SQL) => sql`${column}::text`, isValid: (key: string) => /^\d{1,18}$/.test(key) },
} as const;

/** A list that can be read page by page or by a cursor (decision 82). */
export interface WalkedList<F extends string> {
  /** Distinguishes its cursors from those of other lists. */
  name: string;
  from: SQL;
  id: SQL;
  sorts: Record<F, SQL>;
  /** The sorts that a cursor can follow. */
  keys: Partial<Record<F, keyof typeof KEY_TYPES>>;
  /** The order without a `sort`, in which its index is; the indexes of other sorts ascend. Ties are by id. */
  fallback: F | `-${F}`;
  /** Sorts with nulls, which are last in both directions. */
  nullable?: readonly F[];
}

interface WalkInput<F extends string> {
  page?: number | undefined;
  cursor?: string | undefined;
  limit: number;
  sort?: F | `-${F}` | undefined;
}

/** A row that `Walk.page` selected. */
export interface Walked {
  walk_key?: string | null;
}

export interface Walk {
  /** SQL `(…) page`: the ids of this page and of one more row, each with its `walk_key`. */
  page(where: SQL): SQL;
  /** SQL order of the page's rows. */
  order: SQL;
  /** Counts the matching rows; null with a cursor, which never counts. */
  count(where: SQL): Promise<number | null>;
  /** Builds the response from the rows of `page`. */
  close<T>(
    rows: ReadonlyArray<T & Walked>,
    total: number | null,
  ): { data: T[]; pagination: WalkPagination; as_of: string };
}

interface WalkPagination {
  page: number;
  limit: number;
  total: number | null;
  has_more: boolean;
  next_cursor: string | null;
}

/** Where a cursor continues. */
interface Position {
  key: string;
  id: string;
  page: number;
  asOf: string;
}

/**
 * Starts reading a list, or continues at a cursor. The first page's `as_of` holds for the whole walk: rows that change
 * after they were read have a later `updated_at`.
 * @param ownerId owner of the list; a cursor is valid only for the same owner, sort and filters
 * @throws AppError INVALID_REQUEST for a cursor combined with a page, a malformed cursor or another list's
 */
export async function openWalk<F extends string>(
  db: Db,
  list: WalkedList<F>,
  ownerId: string,
  input: WalkInput<F>,
): Promise<Walk> {
  const { page: wanted, cursor, limit, sort, ...filters } = input;
  if (cursor !== undefined && wanted !== undefined)
    throw badCursor('conflict', 'must not be combined with page');
  const by = sort ?? list.fallback;
  const type = list.keys[by.replace('-', '') as F];
  const scope = digest([list.name, ownerId, by, filters]);
  const position = cursor === undefined ? null : decode(cursor, scope, type);
  const page = position?.page ?? wanted ?? 1;
  const moment = position?.asOf ?? (await asOf(db));
  const skipped = position ? 0 : (page - 1) * limit;
  return {
    ...readingOf(list, by, { limit, skipped, position }),
    async count(where) {
      if (position) return null;
      const [row] = await countFrom(db, list.from, where);
      return row?.total ?? 0;
    },
    close(rows, total) {
      const hasMore = rows.length > limit;
      const shown = hasMore ? rows.slice(0, limit) : [...rows];
      const last = shown.at(-1) as (Walked & { id: string }) | undefined;
      const next = hasMore && typeof last?.walk_key === 'string' ? { ...last, key: last.walk_key } : null;
      return {
        data: shown.map(({ walk_key, ...row }) => row as never),
        pagination: {
          page,
          limit,
          total,
          has_more: hasMore,
          next_cursor: next && encode(scope, { key: next.key, id: next.id, page: page + 1, asOf: moment }),
        },
        as_of: moment,
      };
    },
  };
}

/** Builds the order of a list and one page of it. */
function readingOf<F extends string>(
  list: WalkedList<F>,
  by: F | `-${F}`,
  { limit, skipped, position }: { limit: number; skipped: number; position: Position | null },
): Pick<Walk, 'order' | 'page'> {
  const descending = by.startsWith('-');
  const field = (descending ? by.slice(1) : by) as F;
  const type = list.keys[field];
  const column = list.sorts[field];
  const order = sql`order by ${column} ${directionOf(list, by)}, ${list.id}`;
  const behind = position && type && afterPosition(column, type, descending, list.id, position);
  const where = (given: SQL) => allOf([given, behind ?? undefined]);
  if (!type) {
    return {
      order,
      page: (given) => sql`(select ${list.id}, null::text as walk_key from ${list.from}
        where ${where(given)} ${order} limit ${limit + 1} offset ${skipped}) page`,
    };
  }
  // The text of the key is built for the page's rows alone, not for those that are skipped.
  return {
    order,
    page: (given) => sql`(select chosen.id, ${KEY_TYPES[type].text(sql`chosen.key`)} as walk_key
      from (select ${list.id}, ${column} as key from ${list.from}
        where ${where(given)} ${order} limit ${limit + 1} offset ${skipped}) chosen) page`,
  };
}

/**
 * SQL: the direction, with nulls where the index has them: PostgreSQL takes no index of another order of nulls, even for a
 * column without any. Only rows of the same value are then sorted, by id.
 */
function directionOf<F extends string>({ fallback, nullable }: WalkedList<F>, by: F | `-${F}`): SQL {
  const descending = by.startsWith('-');
  const field = (descending ? by.slice(1) : by) as F;
  // An index in the order of the list has nulls last; read backward, it has them first. Other indexes ascend.
  const isOfList = field === fallback.replace('-', '');
  const backward = isOfList ? by !== fallback : descending && !nullable?.includes(field);
  return sql.raw(`${descending ? 'desc' : 'asc'} nulls ${backward ? 'first' : 'last'}`);
}

/** Lists each form of a page, as samples for the statements that read it. */
export function readingsOf<F extends string>(list: WalkedList<F>): Array<Pick<Walk, 'order' | 'page'>> {
  const at = { limit: 1, skipped: 0 };
  const position = { key: '1', id: NIL_ID, page: 2, asOf: '' };
  return (Object.keys(list.sorts) as F[]).flatMap((field) =>
    [field, `-${field}` as const].flatMap((by) =>
      [null, position].map((from) => readingOf<F>(list, by, { ...at, position: from })),
    ),
  );
}

/** Written so that an index on the column bounds the scan on one side. */
function afterPosition(
  column: SQL,
  type: keyof typeof KEY_TYPES,
  descending: boolean,
  id: SQL,
  position: Position,
): SQL {
  const key = sql`${position.key}::${sql.raw(type)}`;
  const beyond = sql.raw(descending ? '<' : '>');
  return sql`${column} ${beyond}= ${key} and (${column} ${beyond} ${key} or ${id} > ${position.id}::uuid)`;
}

const CursorParts = z.tuple([z.string(), z.string(), Id, z.int().min(2), z.string().refine(isInstant)]);

function encode(scope: string, { key, id, page, asOf: moment }: Position): string {
  return Buffer.from(JSON.stringify([scope, key, id, page, moment])).toString('base64url');
}

function decode(cursor: string, scope: string, type: keyof typeof KEY_TYPES | undefined): Position {
  const { data } = CursorParts.safeParse(parse(cursor));
  if (!data || !type) throw badCursor('invalid_cursor', 'is not a cursor of this list');
  const [issuedFor, key, id, page, moment] = data;
  if (issuedFor !== scope || !KEY_TYPES[type].isValid(key)) {
    throw badCursor('invalid_cursor', 'is not a cursor of this list with this sort and these filters');
  }
  return { key, id, page, asOf: moment };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

function digest(parts: unknown): string {
  const sorted = (_: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash('sha256').update(JSON.stringify(parts, sorted)).digest('base64url').slice(0, 16);
}

/** Returns true for an instant in the format of our SQL, which the database can parse. */
function isInstant(text: string): boolean {
  const [, second] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}(?:\d{3})?Z$/.exec(text) ?? [];
  if (second === undefined || second < '0001') return false;
  const parsed = Date.parse(`${second}Z`);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(`${second}.`);
}

function badCursor(code: FieldError['code'], message: string) {
  return invalidRequest([{ path: 'cursor', code, message }]);
}
