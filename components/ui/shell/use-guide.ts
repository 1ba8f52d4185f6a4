import { useEffect, useState } from 'react';
import type { GuideEntry } from '@/components/home/guide/pages';

/** The pages of the guide, fetched with the first character that is typed; none until then, or where that fails. */
export function useGuide(query: string): readonly GuideEntry[] {
  const [pages, setPages] = useState<readonly GuideEntry[]>([]);
  const wanted = query.trim() !== '' && pages.length === 0;
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    fetch('/help/search', { signal: abort.signal })
      .then(async (response) => response.ok && setPages(await response.json()))
      .catch(() => {});
    return () => abort.abort();
  }, [wanted]);
  return query.trim() === '' ? [] : pages;
}
