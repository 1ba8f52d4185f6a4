'use client';
import { usePathname } from 'next/navigation';
import { type inferParserType, type ParserMap, useQueryStates } from 'nuqs';
import type { createSerializer } from 'nuqs/server';

export type ListParsers = ParserMap & {
  page: ParserMap[string];
  q: ParserMap[string];
  sort: ParserMap[string];
  columns: ParserMap[string];
  density: ParserMap[string];
};

type ListAddress<Parsers extends ListParsers> = {
  parsers: Parsers;
  filterKeys: readonly string[];
  tab?: string;
  urlKeys: { [K in keyof Parsers]?: string };
  query: ReturnType<typeof createSerializer<Parsers>>;
};

type Values<Parsers extends ListParsers> = inferParserType<Parsers>;
type Changes<Parsers extends ListParsers> = Partial<{
  [K in keyof Values<Parsers>]: Values<Parsers>[K] | null;
}>;

export type ListState<Parsers extends ListParsers> = ReturnType<typeof useListState<Parsers>>;

/** What of the state doesn't narrow the list. */
const UNFILTERED = { page: null, sort: null, columns: null, density: null };

/**
 * A list's state in the address. Every change but typing makes a history entry, so Back walks through views;
 * every change but the page returns to page 1.
 */
export function useListState<Parsers extends ListParsers>(list: ListAddress<Parsers>) {
  const pathname = usePathname();
  const [state, setState] = useQueryStates(list.parsers, {
    history: 'push',
    scroll: false,
    urlKeys: list.urlKeys,
  });
  const write = (changes: Changes<Parsers>, history: 'push' | 'replace' = 'push') => {
    void setState(changes as Parameters<typeof setState>[0], { history });
  };
  const reset = { page: null } as Changes<Parsers>;
  const without = (keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, null])) as Changes<Parsers>;
  const values = state as Values<Parsers>;
  const isFilteredBy = (changes: Changes<Parsers>) =>
    list.query({ ...values, ...UNFILTERED, ...changes } as Changes<Parsers>) !== '';
  const narrowed = isFilteredBy(without(list.tab ? [list.tab] : []));
  return {
    state: values,
    /** Goes to a page. */
    setPage: (page: number, { replace = false }: { replace?: boolean } = {}) =>
      write({ page } as Changes<Parsers>, replace ? 'replace' : 'push'),
    /** Sorts by "key" or "-key". */
    setSort: (sort: string) => write({ ...reset, sort } as Changes<Parsers>),
    /** Searches; typing replaces the history entry, so Back does not walk letter by letter. */
    setSearch: (q: string) => write({ ...reset, q: q || null } as Changes<Parsers>, 'replace'),
    /** Sets or (with null) removes filters. */
    setFilters: (changes: Changes<Parsers>) => write({ ...reset, ...changes }),
    /** Removes the search and every filter; the sort stays, and so does the tab, unless it is all that filters. */
    clear: () =>
      write({
        ...without(list.filterKeys.filter((key) => !narrowed || key !== list.tab)),
        ...reset,
        q: null,
      } as Changes<Parsers>),
    /** Chooses columns and density; null is how the table is by itself. */
    setLook: (look: { columns?: string[] | null; density?: 'compact' | null }) =>
      write(look as Changes<Parsers>, 'replace'),
    /** True when a search, a filter or a tab is active. */
    filtered: isFilteredBy({}),
    /** True when a search or a filter is active within the tab. */
    narrowed,
    /** The address of this list with changes: for view tabs. */
    hrefWith: (changes: Changes<Parsers>) =>
      `${pathname}${list.query({ ...values, ...reset, ...changes } as Changes<Parsers>)}`,
  };
}
