'use client';
import { useState } from 'react';

export type CalmRows<Row> = {
  rows: readonly Row[] | undefined;
  /** Rows that came since, and are not shown yet. */
  added: number;
  /** Other rows stand here now than those that are shown. */
  changed: boolean;
  /** Shows the rows as they now are. */
  show: () => void;
};

/**
 * Keeps the rows of a polled list where they are: known rows take their new values in place, but none comes, goes or
 * moves under the pointer until `show`. Another view or page is shown at once.
 * @param view changes with the filters, the sort and the page
 * @param settled false while the rows of an earlier view are still shown
 */
export function useCalmRows<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  view: string,
  settled: boolean,
): CalmRows<Row> {
  const [held, setHeld] = useState<{ view: string; rows: readonly Row[] } | null>(null);
  const show = () => setHeld(null);
  if (!rows || !settled) return { rows, added: 0, changed: false, show };
  if (held?.view !== view) {
    setHeld({ view, rows });
    return { rows, added: 0, changed: false, show };
  }
  const now = new Map(rows.map((row) => [row.id, row]));
  const shown = new Set(held.rows.map((row) => row.id));
  const added = rows.filter((row) => !shown.has(row.id)).length;
  const gone = held.rows.some((row) => !now.has(row.id));
  const moved = !gone && added === 0 && held.rows.some((row, index) => row.id !== rows[index]?.id);
  return {
    rows: held.rows.map((row) => now.get(row.id) ?? row),
    added,
    changed: gone || moved || added > 0,
    show,
  };
}
