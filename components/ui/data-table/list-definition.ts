import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  type ParserMap,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';

/** The server counts pages up to here. */
const LAST_PAGE = 1_000_000;
const SEARCH_LENGTH = 100;
/** The filter that the location switcher sets: work that is done in one location is done. */
const PLACE = 'location_id';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** An id in the address; any other text counts as no filter, because the server would reject the whole list. */
export const parseAsId = createParser({
  parse: (text) => (UUID.test(text) ? text.toLowerCase() : null),
  serialize: String,
});

/** A filter that is on or absent. */
export const parseAsFlag = createParser<true>({
  parse: (text) => (text === 'true' ? true : null),
  serialize: String,
});

/** The end of a range of days; null where it precedes the start, which the server rejects. Days as YYYY-MM-DD. */
export const endOf = (from: string | null, to: string | null) => (from && to && to < from ? null : to);

/** A calendar date (YYYY-MM-DD) that exists. */
export const parseAsDate = createParser({
  parse: (text) => {
    const date = new Date(`${text}T00:00:00Z`);
    const valid = /^[12]\d{3}-/.test(text) && !Number.isNaN(date.getTime());
    return valid && date.toISOString().slice(0, 10) === text ? text : null;
  },
  serialize: String,
});

/** Text from the address in the form that the server accepts. @param limit in characters */
export function cleanText(text: string, limit: number): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, limit).trim();
}

/**
 * The parsers of every list: `page`, `q`, `sort`, which takes only the keys that the server sorts by, and how its table looks:
 * `columns` by id, all when absent, and `density`.
 */
function baseParsers<Key extends string>(sorts: readonly Key[], defaultSort: Key | `-${Key}` | '') {
  const allowed = sorts.flatMap((key): (Key | `-${Key}` | '')[] => [key, `-${key}`]);
  return {
    page: parseAsPage.withDefault(1),
    q: parseAsString.withDefault(''),
    sort: parseAsStringLiteral(allowed).withDefault(defaultSort),
    columns: parseAsArrayOf(parseAsString),
    density: parseAsStringLiteral(['compact']),
  };
}

type FilterValues<Filters extends ParserMap> = inferParserType<Filters>;
type Present<Values> = { [K in keyof Values]?: NonNullable<Values[K]> };

/** What a list asks of the server: a page of so many rows, sorted and filtered. */
type ListRequest<Sort extends string, Extra> = {
  page: number;
  limit: number;
  sort?: Sort;
  search?: string;
} & Extra;

function present<Values extends object>(values: Values): Present<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Present<Values>;
}

/**
 * Declares a list: what of it lives in the address and what it asks of the server. Server components and the browser
 * share it: `load(searchParams)` and `request(state)` prefetch a page, `useServerList(list, procedure)` shows it, and
 * `query({…})` makes the "?…" of a link to the filtered list.
 */
export function defineList<
  Filters extends ParserMap,
  Key extends string = never,
  Scope = void,
  Extra extends object = Present<FilterValues<Filters>>,
>(options: {
  /** What a row is called, for "3 new orders"; `plural` where it does not end in "s". */
  noun: string;
  plural?: string;
  limit: number;
  /** The keys that the server sorts by; absent where it has one order only. */
  sorts?: readonly Key[];
  defaultSort?: NoInfer<Key> | `-${NoInfer<Key>}`;
  /** False where the server doesn't search. */
  searchable?: boolean;
  filters: Filters;
  /** Filter values under which an empty list means that all work is done. */
  queues?: { [K in keyof Filters]?: readonly NonNullable<FilterValues<Filters>[K]>[] };
  /** The filter that the tabs above the list set: which list is shown, so it stays when filters are cleared. */
  tab?: keyof Filters & string;
  /** The filters as the server names them; the same names and values when absent. */
  toRequest?: (filters: FilterValues<Filters>, scope: Scope) => Extra;
  /** Set apart the keys in the address, for a second list on a page: `unmatched_page`. */
  prefix?: string;
}) {
  const { sorts = [], filters, queues = {}, limit, searchable = true, prefix } = options;
  const parsers = { ...baseParsers<Key>(sorts, options.defaultSort ?? ''), ...filters };
  const filterKeys = Object.keys(filters) as (keyof Filters & string)[];
  const keys = ['page', 'q', 'sort', 'columns', 'density', ...filterKeys];
  const urlKeys = Object.fromEntries(prefix ? keys.map((key) => [key, `${prefix}_${key}`]) : []) as Partial<
    Record<keyof typeof parsers, string>
  >;
  type State = inferParserType<typeof parsers>;
  const filtersOf = (state: State) =>
    Object.fromEntries(
      filterKeys.map((key) => [key, (state as Record<string, unknown>)[key] ?? null]),
    ) as FilterValues<Filters>;
  return {
    noun: options.noun,
    plural: options.plural ?? `${options.noun}s`,
    parsers,
    filterKeys,
    tab: options.tab,
    urlKeys,
    load: createLoader<typeof parsers>(parsers, { urlKeys }),
    query: createSerializer<typeof parsers>(parsers, { urlKeys }),
    /** The request that an address stands for; the same on the server and in the browser. */
    request(state: State, scope: Scope): ListRequest<Key | `-${Key}`, Extra> {
      const { page, q, sort } = state as { page: number; q: string; sort: Key | `-${Key}` | '' };
      const search = searchable && cleanText(q, SEARCH_LENGTH);
      const values = filtersOf(state);
      const extra = options.toRequest
        ? options.toRequest(values, scope)
        : (present(values) as unknown as Extra);
      return {
        page: Math.min(page, LAST_PAGE),
        limit,
        ...(sort && { sort }),
        ...(search && { search }),
        ...extra,
      };
    },
    /** Whether the filters show work to do and nothing else, so that no rows means "All caught up." */
    isQueue(state: State): boolean {
      if ((state as { q: string }).q !== '') return false;
      const [first, ...others] = Object.entries(present(filtersOf(state))).filter(([key]) => key !== PLACE);
      if (!first || others.length > 0) return false;
      const [key, value] = first;
      return (queues as Record<string, readonly unknown[]>)[key]?.includes(value) ?? false;
    },
  };
}

/**
 * A list that isn't searched, sorted or filtered.
 * @param noun what a row is called; the server, which only reads it, needs none
 */
export const plainList = (noun = 'row', limit = 50) =>
  defineList({ noun, limit, searchable: false, filters: {} });

/** The next sort of a column when its header is pressed: numbers begin with the largest. */
export function nextSort(current: string | null, key: string, descendingFirst: boolean): string {
  const first = descendingFirst ? `-${key}` : key;
  const second = descendingFirst ? key : `-${key}`;
  return current === first ? second : first;
}
