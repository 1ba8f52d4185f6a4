'use client';
import { useState } from 'react';

type Position = { page: number; limit: number; total: number | null };
export type ListResponse<Row> = { data: readonly Row[]; pagination: Position };

type Held<Row> = {
  view: string;
  /** The latest response, from which the shown values come. */
  source: ListResponse<Row>;
  rows: readonly Row[];
  position: Position;
  /** The next response replaces these rows. */
  provisional: boolean;
};

export type SteadyRows<Row> = {
  /** Undefined until the first response. */
  rows: readonly Row[] | undefined;
  /** Where the shown rows are in the list. */
  position: Position | null;
  /** Rows that match now and are not shown. */
  added: number;
  /** True when `show` would change which rows are shown or their order. */
  changed: boolean;
  show: () => void;
};

/**
 * Keeps the rows of a polled list in place (decision 160): shown rows take new values, but none is added, removed or
 * moved until `show`. Another view is shown at once, and so is the first row of an empty list.
 * @param view changes with the filters, the sort and the page
 * @param settled false while `response` belongs to the previous view
 * @param replaces true when the response after `response` may replace its rows, as after one cached by an earlier visit
 */
export function useSteadyRows<Row>({
  response,
  view,
  settled,
  replaces,
  rowId,
}: {
  response: ListResponse<Row> | undefined;
  view: string;
  settled: boolean;
  replaces: boolean;
  rowId: (row: Row) => string;
}): SteadyRows<Row> {
  const [held, setHeld] = useState<Held<Row> | null>(null);
  const fromScratch = (source: ListResponse<Row>, provisional: boolean): Held<Row> => ({
    view,
    source,
    rows: source.data,
    position: source.pagination,
    provisional,
  });
  let now = held;
  if (response && settled && (held?.view !== view || held.source !== response)) {
    const keeps = held?.view === view && !held.provisional && held.rows.length > 0;
    now = keeps ? withValuesOf(response, held, rowId) : fromScratch(response, replaces);
    setHeld(now);
  }
  if (!response || !now) return { rows: undefined, position: null, added: 0, changed: false, show: () => {} };
  const { source, rows, position } = now;
  const known = new Set(rows.map(rowId));
  return {
    rows,
    position,
    added: source.data.filter((row) => !known.has(rowId(row))).length,
    changed: isChanged(source.data, rows, rowId),
    // Not the rows of this render: a newer response may be here before the next one.
    show: () => setHeld(null),
  };
}

function withValuesOf<Row>(
  source: ListResponse<Row>,
  held: Held<Row>,
  rowId: (row: Row) => string,
): Held<Row> {
  const fresh = new Map(source.data.map((row) => [rowId(row), row]));
  const rows = held.rows.map((row) => fresh.get(rowId(row)) ?? row);
  // The total moves with rows of other pages, but must not contradict the rows that are shown.
  const position = isChanged(source.data, rows, rowId) ? held.position : source.pagination;
  return { ...held, source, rows, position };
}

function isChanged<Row>(fresh: readonly Row[], shown: readonly Row[], rowId: (row: Row) => string): boolean {
  return (
    fresh.length !== shown.length ||
    fresh.some((row, index) => {
      const there = shown[index];
      return there === undefined || rowId(row) !== rowId(there);
    })
  );
}
