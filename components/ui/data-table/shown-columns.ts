import type { RowData } from '@tanstack/react-table';
import { type ColumnHints, type DataTableColumns, HIDE_BELOW } from './columns';

type Column = { id: string; hints: ColumnHints };

const THRESHOLDS = Object.keys(HIDE_BELOW) as Array<keyof typeof HIDE_BELOW>;

/** Whether a column can be hidden: what names a row, and what acts on it, stays. */
export const isChoosable = ({ rowHeader, card }: ColumnHints): boolean =>
  !rowHeader && card !== 'actions' && card !== 'control';

/** Whether a column is shown where there is room. @param chosen ids; null for those that aren't optional */
export const isShown = ({ id, hints }: Column, chosen: readonly string[] | null): boolean =>
  !isChoosable(hints) || (chosen ? chosen.includes(id) : !hints.optional);

/**
 * Whether a column says nothing of any row of a page, and so takes no room: one that can be hidden, wasn't chosen and isn't what
 * the list is sorted by.
 * @param values of the rows; undefined for a column of controls
 */
export function isEmptyColumn(
  { hints }: Column,
  values: readonly unknown[] | undefined,
  { chosen, sort }: { chosen: readonly string[] | null; sort: string | null },
): boolean {
  const isSorted = hints.sortKey !== undefined && sort?.replace('-', '') === hints.sortKey;
  if (!values || chosen || isSorted || hints.saysNone || !isChoosable(hints)) return false;
  return values.every((value) => value === null || value === undefined || value === '');
}

/** Ids of the columns that may go, the first to go first: as they say, by threshold, and from the right. */
export function droppableColumns(columns: readonly Column[]): string[] {
  const rank = ({ hideBelow, leaves }: ColumnHints) => {
    if (leaves) return leaves === 'first' ? THRESHOLDS.length : -2;
    return hideBelow ? THRESHOLDS.indexOf(hideBelow) : -1;
  };
  return columns
    .filter(({ hints }) => isChoosable(hints))
    .toReversed()
    .sort((a, b) => rank(b.hints) - rank(a.hints))
    .map(({ id }) => id);
}

/** How a member wants a table (decision 240): ids of its columns and its density; null is how it is by itself. */
export type TableLook = { columns?: string[] | null; density?: 'compact' | null };

/** A column that can be shown or hidden. */
export type ColumnChoice = { id: string; label: string; optional: boolean };

/** The columns of a table that can be shown or hidden, in order. */
export function choicesOf<Row extends RowData>(columns: DataTableColumns<Row>): ColumnChoice[] {
  return columns.flatMap((column) => {
    const {
      id,
      accessorKey,
      header,
      meta = {},
    } = column as typeof column & {
      id?: string;
      accessorKey?: string;
      header?: unknown;
      meta?: ColumnHints;
    };
    const key = id ?? accessorKey;
    const label = meta.label ?? (typeof header === 'string' ? header : '');
    if (!key || label === '' || !isChoosable(meta)) return [];
    return [{ id: key, label, optional: meta.optional ?? false }];
  });
}
