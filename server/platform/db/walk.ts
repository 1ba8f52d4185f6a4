import { SQL, sql } from 'drizzle-orm';
import { NIL_ID } from '../../kernel/params';
import { asOf } from './as-of';
import type { Db } from './client';
import { allOf, isAllLikely } from './listing';
import { countFrom, keptTotal } from './walk.sql';
import { badCursor, decode, digest, encode, type Position } from './walk-cursor';
import { afterPosition, type Key, keyText, sampleKey, valuesOf } from './walk-keys';

/** A list that can be read page by page or by a cursor (decision 82). */
export interface WalkedList<F extends string> {
  /** Distinguishes its cursors from those of other lists. */
  name: string;
  from: SQL;
  id: SQL;
  /** All columns of its row: the first page of a sort that a cursor can follow brings them, beside the ids. */
  row?: SQL;
  /** The id's second column, where it takes two to name a row; such a list has no cursors. */
  secondId?: SQL;
  sorts: Record<F, SQL>;
  /** The sorts that a cursor can follow. */
  keys: Partial<Record<F, Key['type']>>;
  /** The order without a `sort`, in which its index is; the indexes of other sorts ascend. Ties are by id. */
  fallback: F | `-${F}`;
  /** Joins of sorts that no index serves: for all rows at once they cost less than a subquery for each. */
  joins?: Partial<Record<F, SQL>>;
  /** What rises with a sort and changes less often, so that an index can have it: rows are sorted band by band. */
  bands?: Partial<Record<F, SQL>>;
  /** What precedes the id among ties of a sort, where its index has it; cursors follow it, too. */
  ties?: Partial<Record<F, readonly Key[]>>;
  /** Sorts with nulls, which are last in both directions. */
  nullable?: readonly F[];
}

/** Rows after which a page is deep. */
const DEEP = 5_000;

/**
 * Of a limit or an offset that it doesn't know, PostgreSQL expects a tenth of all rows, and would plan the page for each
 * request (2 ms of 6 for orders). It knows the usual page sizes, and that a page is among so many rows (decision 305).
 */
const USUAL_SIZES = [20, 25, 50, 100];
const NEAR = [500, DEEP];

export interface WalkInput<F extends string> {
  page?: number | undefined;
  cursor?: string | undefined;
  limit: number;
  sort?: F | `-${F}` | undefined;
}

/** Has a page counted while its rows are found. */
export const FOUND = 'found';
/** How a list is counted. */
export type Counting = SQL | typeof FOUND | (() => Promise<number>) | undefined;

/** A row of a page. */
export interface Walked {
  walk_key?: string | null;
  /** The list's total, where it was read with the rows. */
  walk_total?: number | null;
}

interface WalkResponse<T> {
  data: T[];
  pagination: WalkPagination;
  as_of: string;
}

export interface Walk {
  /** SQL order of the page's rows. */
  order: SQL;
  /** The same by what the page has: a join that follows the page needs no sort. */
  pageOrder: SQL;
  /**
   * Reads the page and the total; with a cursor nothing is counted.
   * @param select reads the rows of SQL `(…) page`: the ids of this page and of one more row, each with its `walk_key`, and where
   *   `isWhole` with the columns of its row; as `walk_total` the SQL that it gets
   * @param count counts the matching rows, where a total is kept; SQL when all rows of the list match as good as any others, so
   *   that one plan serves every request; `FOUND` to count them while they are read: where few rows match, finding them is
   *   most of the work
   */
  read<T>(
    where: SQL,
    select: (page: SQL, total: SQL, isWhole: boolean) => PromiseLike<ReadonlyArray<T & Walked>>,
    count?: Counting,
  ): Promise<WalkResponse<T>>;
}

interface WalkPagination {
  page: number;
  limit: number;
  total: number | null;
  has_more: boolean;
  next_cursor: string | null;
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
  const followed = followedBy(list, by.replace('-', '') as F);
  const scope = digest([list.name, ownerId, by, filters]);
  const position =
    cursor === undefined
      ? null
      : decode(cursor, scope, followed && ((key) => valuesOf(key, followed) !== null));
  const page = position?.page ?? wanted ?? 1;
  const moment = position?.asOf ?? (await asOf(db));
  const skipped = position ? 0 : (page - 1) * limit;
  const reading = position ? readingOf(list, by, position) : firstReading(list, by);
  return {
    order: reading.order,
    pageOrder: reading.pageOrder,
    async read(where, select, count) {
      const isKept = count instanceof SQL;
      const rows = { limit: limit + 1, skipped };
      const isWithRows = (isKept || count === FOUND) && !position && skipped <= DEEP;
      const countNow = isKept
        ? () => readTotal(db, count)
        : typeof count === 'function'
          ? count
          : () => countRows(db, list.from, where);
      const isCountedLater = !position && !isWithRows && isAllLikely({ page, limit });
      const counting = position || isWithRows || isCountedLater ? Promise.resolve(null) : countNow();
      const { backward, ...near } = await fromNearerEnd(rows, counting);
      const way = isKept ? 'same plan' : isWithRows ? 'counted' : undefined;
      const isWhole = !backward && reading.isWhole(near, way);
      const ids = backward ? reading.backward(where, near) : reading.page(where, near, way);
      const given = isKept ? count : sql`page.found`;
      const [found, counted] = await Promise.all([
        select(ids, isWithRows ? given : NO_TOTAL, isWhole),
        counting,
      ]);
      const hasMore = found.length > limit;
      const known = isCountedLater && !hasMore ? found.length : (found[0]?.walk_total ?? counted);
      const total = position ? null : (known ?? (await countNow()));
      const shown = hasMore ? found.slice(0, limit) : [...found];
      const last = shown.at(-1) as (Walked & { id: string }) | undefined;
      const next = hasMore && typeof last?.walk_key === 'string' ? { ...last, key: last.walk_key } : null;
      return {
        data: shown.map(({ walk_key, walk_total, ...row }) => row as never),
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

const UNFILTERED = ['page', 'limit', 'sort', 'cursor'];

/** Returns true when the input of a list has no filter but these, of which a total is kept. */
export function isLimitedTo<I extends object>(input: I, filters: ReadonlyArray<keyof I & string>): boolean {
  const allowed = [...UNFILTERED, ...filters] as readonly string[];
  return Object.entries(input).every(([name, value]) => value === undefined || allowed.includes(name));
}

async function countRows(db: Db, from: SQL, where: SQL): Promise<number> {
  const [row] = await countFrom(db, from, where);
  return row?.total ?? 0;
}

const NO_TOTAL = sql`null::int`;

async function readTotal(db: Db, total: SQL): Promise<number> {
  const [row] = await keptTotal(db, total);
  return row?.total ?? 0;
}

/** Which rows of a list: how many, after how many. */
interface Rows {
  limit: number;
  skipped: number;
}

/** The same, from the list's beginning or, backward, from its end. */
export interface NearRows extends Rows {
  backward: boolean;
}

/** Has a deep page read from the nearer end, which only the total tells; null is unknown. */
export async function fromNearerEnd(rows: Rows, total: PromiseLike<number | null>): Promise<NearRows> {
  const { limit, skipped } = rows;
  const known = skipped > DEEP ? await total : null;
  if (known === null || skipped <= known / 2) return { ...rows, backward: false };
  const left = Math.max(0, known - skipped);
  return { limit: Math.min(limit, left), skipped: Math.max(0, left - limit), backward: true };
}

type Way = 'same plan' | 'counted';

interface Reading {
  order: SQL;
  pageOrder: SQL;
  /**
   * SQL: a page of the list.
   * @param way `same plan` when one plan of it serves any request; `counted` to have the number of all matching rows as `found`
   */
  page(where: SQL, rows: Rows, way?: Way): SQL;
  /** SQL: a page that is counted from the list's end. */
  backward(where: SQL, rows: Rows): SQL;
  /** Whether that page brings the columns of its rows: no other rows are read, and none are sorted. */
  isWhole(rows: Rows, way?: Way): boolean;
}

const readings = new WeakMap<object, Map<string, Reading>>();

/** The same without a position, built once for each order of a list: its SQL is most of what a page's statement needs of node. */
function firstReading<F extends string>(list: WalkedList<F>, by: F | `-${F}`): Reading {
  const known = readings.get(list) ?? new Map<string, Reading>();
  readings.set(list, known);
  const reading = known.get(by) ?? readingOf(list, by, null);
  known.set(by, reading);
  return reading;
}

/** Builds the order of a list and its pages. */
function readingOf<F extends string>(
  list: WalkedList<F>,
  by: F | `-${F}`,
  position: Position | null,
): Reading {
  const field = by.replace('-', '') as F;
  const followed = followedBy(list, field);
  const ties = list.ties?.[field] ?? [];
  const column = list.sorts[field];
  const direction = directionOf(list, by);
  const behind = position && followed && afterPosition(followed, direction.descending, list.id, position);
  const tied = [...ties.map((tie) => tie.column), list.id, ...(list.secondId ? [list.secondId] : [])];
  const band = list.bands?.[field];
  const ordered = (way: Direction, [first, ...rest]: readonly SQL[] = [column, ...tied]) => {
    const tieDirection = sql.raw(way.tiesReversed ? 'desc' : 'asc');
    const columnDirection = sql.raw(
      `${way.descending ? 'desc' : 'asc'} nulls ${way.nullsFirst ? 'first' : 'last'}`,
    );
    return sql`order by ${band ? sql`${band} ${columnDirection}, ` : sql``}${first} ${columnDirection}, ${sql.join(
      rest.map((one) => sql`${one} ${tieDirection}`),
      sql`, `,
    )}`;
  };
  const tieNames = ties.map((_, index) => `tie${index}`);
  /** By the names that a page's columns have in a subquery. */
  const orderOf = (name: 'page' | 'near', toward: Direction) =>
    ordered(
      toward,
      ['key', ...tieNames, 'id'].map((column) => sql.raw(`${name}.${column}`)),
    );
  const isWhole = ({ skipped }: Rows, way?: Way) =>
    list.row !== undefined && followed !== undefined && way !== 'counted' && skipped === 0;
  const from = sql`from ${list.from} ${list.joins?.[field] ?? sql``}`;
  const idColumn = sql`${list.id} as id`;
  const tying = sql.join(ties.map((tie, index) => sql`, ${tie.column} as ${sql.raw(`tie${index}`)}`));
  // The text of the key is built for the page's rows alone, not for those that are skipped.
  const text = keyText(followed, (name) => sql.raw(`chosen.${name}`));
  const order = ordered(direction);
  const near = orderOf('near', direction);
  const page = (given: SQL, toward: Direction, rows: Rows, way?: Way) => {
    const isForward = toward === direction;
    const chosen = sql`${from} where ${behind ? allOf([given, behind]) : given} ${isForward ? order : ordered(toward)}`;
    if (list.secondId)
      return sql`(${limited(sql`select ${list.id}, ${list.secondId}, null::text as walk_key ${chosen}`, rows)}) page`;
    const columns = list.row && isForward && isWhole(rows, way) ? list.row : idColumn;
    const keys = sql`select ${columns}, ${column} as key${tying} ${way === 'counted' ? COUNTED : NONE} ${chosen}`;
    const few =
      way === 'same plan' && !band
        ? sliced(keys, rows, isForward ? near : orderOf('near', toward))
        : limited(keys, rows);
    return sql`(select chosen.*, ${text} as walk_key from (${few}) chosen) page`;
  };
  return {
    order,
    pageOrder: list.secondId || band ? order : orderOf('page', direction),
    page: (given, rows, way) => page(given, direction, rows, way),
    backward: (given, rows) => page(given, reversed(direction), rows),
    isWhole,
  };
}

const COUNTED = sql`, (count(*) over ())::int as found`;
const NONE = sql``;

const limited = (query: SQL, { limit, skipped }: Rows) => sql`${query} limit ${limit} offset ${skipped}`;

/**
 * SQL: some rows of an ordered query, whose plan serves any request.
 * @param order of its columns, as `near`: without it PostgreSQL would forget the order and sort the page
 */
function sliced(query: SQL, rows: Rows, order: SQL): SQL {
  const { limit, skipped } = rows;
  const within = NEAR.find((most) => skipped + limit <= most);
  if (!within) return limited(query, rows);
  const size = USUAL_SIZES.includes(limit - 1) ? sql.raw(String(limit)) : sql`${limit}`;
  if (skipped === 0 && USUAL_SIZES.includes(limit - 1)) return sql`${query} limit ${size}`;
  return sql`select * from (${query} limit ${sql.raw(String(within))}) near ${order} limit ${size} offset ${skipped}`;
}

interface Direction {
  descending: boolean;
  /** Nulls are where the index has them: PostgreSQL takes no index of another order of nulls, even for a column without any. */
  nullsFirst: boolean;
  /** An index that is read backward reverses ties: otherwise all rows of a value would be sorted by id. */
  tiesReversed: boolean;
}

/**
 * An index in the order of the list has nulls last; read backward, it has them first. Other indexes ascend. Values that a
 * cursor can follow are nearly distinct: their ties keep their order.
 */
function directionOf<F extends string>(list: WalkedList<F>, by: F | `-${F}`): Direction {
  const { fallback, nullable, keys } = list;
  const descending = by.startsWith('-');
  const field = by.replace('-', '') as F;
  const isOfList = field === fallback.replace('-', '');
  const backward = isOfList ? by !== fallback : descending && !nullable?.includes(field);
  return { descending, nullsFirst: backward, tiesReversed: backward && !keys[field] };
}

const reversed = ({ descending, nullsFirst, tiesReversed }: Direction): Direction => ({
  descending: !descending,
  nullsFirst: !nullsFirst,
  tiesReversed: !tiesReversed,
});

/** Lists each form of a page, as samples for the statements that read it. */
export function readingsOf<F extends string>(
  list: WalkedList<F>,
): Array<{ order: SQL; pageOrder: SQL; page: (where: SQL) => SQL; isWhole: boolean }> {
  const rows = { limit: 1, skipped: 0 };
  const usual = { limit: 51, skipped: 0 };
  const later = { limit: 51, skipped: 51 };
  const positionOf = (field: F): Position => ({
    key: sampleKey(followedBy(list, field)),
    id: NIL_ID,
    page: 2,
    asOf: '',
  });
  return (Object.keys(list.sorts) as F[]).flatMap((field) =>
    [field, `-${field}` as const].flatMap((by) => {
      const { order, pageOrder, page, backward, isWhole } = readingOf<F>(list, by, null);
      const behind = readingOf<F>(list, by, positionOf(field));
      const orders = { order, pageOrder };
      const forward = (wanted: Rows, way?: Way) => ({
        ...orders,
        page: (where: SQL) => page(where, wanted, way),
        isWhole: isWhole(wanted, way),
      });
      return [
        forward(rows),
        forward(rows, 'counted'),
        forward(usual, 'same plan'),
        forward(later, 'same plan'),
        { ...orders, page: (where: SQL) => backward(where, rows), isWhole: false },
        { ...orders, page: (where: SQL) => behind.page(where, rows), isWhole: behind.isWhole(rows) },
      ];
    }),
  );
}

/** The columns that a cursor of a sort follows before the id; undefined when it has no cursors. */
function followedBy<F extends string>({ keys, sorts, ties }: WalkedList<F>, field: F): Key[] | undefined {
  const type = keys[field];
  return type && [{ column: sorts[field], type }, ...(ties?.[field] ?? [])];
}
