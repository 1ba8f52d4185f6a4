'use client';
import { useState } from 'react';

type Held<Row> = { view: string; source: readonly Row[]; rows: readonly Row[] };

/**
 * Rows that keep their place while a list is asked for again: values change where they stand, but nothing moves,
 * comes or goes under the reader's hand until `showNow`. Another `view` (filter, sort, page) starts afresh.
 */
export function useSteadyRows<Row extends { id: string }>(
  fresh: readonly Row[] | undefined,
  view: string,
  /** False while `fresh` still belongs to the view before. */
  settled: boolean,
) {
  const [held, setHeld] = useState<Held<Row> | null>(() =>
    fresh && settled ? { view, source: fresh, rows: fresh } : null,
  );
  let now = held;
  if (fresh && settled && (held?.view !== view || held.source !== fresh)) {
    const byId = new Map(fresh.map((row) => [row.id, row]));
    const rows = held?.view === view ? held.rows.map((row) => byId.get(row.id) ?? row) : fresh;
    now = { view, source: fresh, rows: rows.length === 0 ? fresh : rows };
    setHeld(now);
  }
  const source = now?.source ?? [];
  const shown = now?.rows ?? [];
  const known = new Set(shown.map((row) => row.id));
  return {
    rows: now ? now.rows : fresh,
    /** Rows that match by now and are not shown. */
    added: source.filter((row) => !known.has(row.id)).length,
    /** True when the list would look different if it were shown now. */
    moved: source.length !== shown.length || source.some((row, index) => row.id !== shown[index]?.id),
    showNow: () => setHeld(now && { ...now, rows: now.source }),
  };
}
