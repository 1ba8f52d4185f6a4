'use client';
import { createParser, useQueryState } from 'nuqs';

export const SECTION_ROWS = 20;

const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
}).withDefault(1);

/** The page of a second list on a page, in the address under a name of its own. */
export function useSectionPage(key: string) {
  const [page, setPage] = useQueryState(key, parseAsPage.withOptions({ history: 'push', scroll: false }));
  return [
    page,
    (next: number, { replace = false }: { replace?: boolean } = {}) =>
      void setPage(next, { history: replace ? 'replace' : 'push' }),
  ] as const;
}
