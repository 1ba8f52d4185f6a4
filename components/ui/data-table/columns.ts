import {
  createColumnHelper,
  type RowData,
  rowSelectionFeature,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** Widths of the table, not of the window: a sidebar or an aside takes room, too. */
export const HIDE_BELOW = {
  lg: '@max-[52rem]:hidden',
  xl: '@max-[58rem]:hidden',
  '2xl': '@max-[68rem]:hidden',
  '3xl': '@max-[80rem]:hidden',
} as const;

/** What a column tells the table and the cards beside TanStack's own fields. */
export type ColumnHints = {
  /** Its name where there is no header cell (cards), when `header` is not plain text. */
  label?: string;
  /** Numbers are right-aligned. */
  align?: 'left' | 'right';
  /** The key by which the server sorts; without it there is no sort control. */
  sortKey?: string;
  /** A second sort of the same column: the SKU of an item cell. */
  alsoSort?: { key: string; label: string };
  /** The column that names the row: one per table. */
  rowHeader?: boolean;
  /**
   * Its place on a phone's row: `badge` and `detail` are on it, `control` below it; `line` (name and value) and `actions`
   * are in the row's sheet. `line` unless said otherwise; without any `detail`, the first two lines are.
   */
  card?: 'title' | 'badge' | 'detail' | 'control' | 'line' | 'actions' | 'hidden';
  /** Whether its name is on a phone's row, too: that of a number is unless said otherwise, a date or a place needs it. */
  named?: boolean;
  /** A `detail` that isn't on a phone's row where it has no value. */
  hideEmpty?: boolean;
  /** Its cells say something of no value, too, such as “Never”: it stays where no row has one. */
  saysNone?: boolean;
  /** Hidden until it is chosen in the table's options. */
  optional?: boolean;
  /** Where a table is too wide, columns go from the right: this one before the others, or after them. */
  leaves?: 'first' | 'last';
  /** Hidden where the table has less room: 52, 58, 68 or 80 rem. Columns without it are the last to go (decision 175). */
  hideBelow?: keyof typeof HIDE_BELOW;
  className?: string;
};

// The server filters, sorts and pages; of TanStack's features only selection is the browser's.
export const dataTableFeatures = tableFeatures({ rowSelectionFeature, columnMeta: {} as ColumnHints });

export type DataTableFeatures = typeof dataTableFeatures;
export type DataTableColumns<Row extends RowData> = TableOptions<DataTableFeatures, Row>['columns'];

/** Renders what belongs to a row below it, inside the frame that the table or the cards give. */
export type Below<Row> = (row: Row, frame: (content: ReactNode) => ReactNode) => ReactNode;

/** The column helper of a row type: `const column = columnsOf<Item>()`, then `column.accessor('sku', {…})`. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<DataTableFeatures, Row>();
}
