'use client';
import { useEffect, useRef, useState } from 'react';

type Seen = { viewKey: string; pageKey: string; ids: ReadonlySet<string> };

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Selected ids of which it is not known that they still match, once `now` is on the screen: after a filter
 * all that the new page does not show; on the same page those that were there before and are gone.
 */
export function doubtfulIds(selected: ReadonlySet<string>, before: Seen | null, now: Seen): string[] {
  if (!before) return [];
  if (before.viewKey !== now.viewKey) return [...selected].filter((id) => !now.ids.has(id));
  if (before.pageKey !== now.pageKey) return [];
  return [...selected].filter((id) => before.ids.has(id) && !now.ids.has(id));
}

export type Selection = {
  ids: readonly string[];
  has: (id: string) => boolean;
  count: number;
  /** True while it is being found out which rows still match: bulk acts wait. */
  checking: boolean;
  replace: (ids: Iterable<string>) => void;
  clear: () => void;
  /** Selects everything that matches; absent when the list cannot say what that is. */
  selectAllMatching?: () => Promise<void>;
};

/**
 * Which rows of a list are selected, over all its pages. The ids are always explicit, so the announced count
 * is the rows acted on. `loadMatchingIds` returns the ids of all rows that match the active filters; without
 * it a change of filter keeps only selected rows that the new page shows.
 */
export function useSelection({
  ids: pageIds,
  viewKey,
  pageKey,
  settled,
  loadMatchingIds,
}: {
  /** Ids of the rows shown; undefined before the first response. */
  ids: readonly string[] | undefined;
  viewKey: string;
  pageKey: string;
  /** False while the rows of an earlier view are still shown. */
  settled: boolean;
  loadMatchingIds?: () => Promise<readonly string[]>;
}): Selection {
  const [selected, setSelected] = useState(NOTHING);
  const [checkedView, setCheckedView] = useState(viewKey);
  const [loading, setLoading] = useState(false);
  const seen = useRef<Seen | null>(null);
  const latest = useRef({ selected, loadMatchingIds });
  useEffect(() => {
    latest.current = { selected, loadMatchingIds };
  });

  const shown = settled && pageIds ? JSON.stringify(pageIds) : null;
  useEffect(() => {
    if (shown === null) return;
    let stale = false;
    const now = { viewKey, pageKey, ids: new Set<string>(JSON.parse(shown)) };
    const doubtful = doubtfulIds(latest.current.selected, seen.current, now);
    seen.current = now;
    const settle = (gone: readonly string[]) => {
      if (stale) return;
      if (gone.length > 0) setSelected((old) => new Set([...old].filter((id) => !gone.includes(id))));
      setCheckedView(viewKey);
      setLoading(false);
    };
    const ask = latest.current.loadMatchingIds;
    if (doubtful.length === 0 || !ask) {
      settle(doubtful);
      return;
    }
    setLoading(true);
    ask().then(
      (matching) => {
        const still = new Set(matching);
        settle(doubtful.filter((id) => !still.has(id)));
      },
      // Not knowing whether a row still matches, acting on it would be worse than forgetting it.
      () => settle(doubtful),
    );
    return () => {
      stale = true;
    };
  }, [shown, viewKey, pageKey]);

  const selectAllMatching = loadMatchingIds
    ? async () => {
        setLoading(true);
        try {
          setSelected(new Set(await loadMatchingIds()));
        } finally {
          setLoading(false);
        }
      }
    : undefined;

  return {
    ids: [...selected],
    has: (id) => selected.has(id),
    count: selected.size,
    checking: loading || (selected.size > 0 && checkedView !== viewKey),
    replace: (ids) => setSelected(new Set(ids)),
    clear: () => setSelected(NOTHING),
    selectAllMatching,
  };
}
