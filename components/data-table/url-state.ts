import {
  createLoader,
  createParser,
  createSerializer,
  type ParserMap,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';

const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** The parsers that every list has: `page`, `q`, and `sort` limited to what the server takes. */
function baseParsers<Key extends string>(sorts: readonly Key[], defaultSort: Key | `-${Key}`) {
  const allowed = sorts.flatMap((key): (Key | `-${Key}`)[] => [key, `-${key}`]);
  return {
    page: parseAsPage.withDefault(1),
    q: parseAsString.withDefault(''),
    sort: parseAsStringLiteral(allowed).withDefault(defaultSort),
  };
}

/**
 * Declares what of a list lives in the address. Safe to import on the server and in the browser:
 * `load(searchParams)` reads it in a page, `useListState(list)` reads and writes it in the browser, and
 * `query({...})` makes the "?…" of a link to the filtered list.
 */
export function defineList<Key extends string, Filters extends ParserMap>(options: {
  sorts: readonly Key[];
  defaultSort: NoInfer<Key> | `-${NoInfer<Key>}`;
  filters: Filters;
}) {
  const parsers = { ...baseParsers<Key>(options.sorts, options.defaultSort), ...options.filters };
  return {
    parsers,
    filterKeys: Object.keys(options.filters) as (keyof Filters & string)[],
    load: createLoader(parsers),
    query: createSerializer(parsers),
  };
}

/** The next sort of a column when its header is pressed: numbers begin with the largest. */
export function nextSort(current: string | null, key: string, descendingFirst: boolean): string {
  const first = descendingFirst ? `-${key}` : key;
  const second = descendingFirst ? key : `-${key}`;
  return current === first ? second : first;
}
