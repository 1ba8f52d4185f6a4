import {
  createColumnHelper,
  type RowData,
  rowSelectionFeature,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table';

/** What a column tells the table and the cards beside TanStack's own fields. */
export type ColumnHints = {
  /** Its name where there is no header cell (cards), when `header` is not plain text. */
  label?: string;
  /** Numbers stand right. */
  align?: 'left' | 'right';
  /** The key by which the server sorts; without it there is no sort control. */
  sortKey?: string;
  /** The column that names the row: one per table. */
  rowHeader?: boolean;
  /** Where it stands on a card: `line` (name and value) unless said otherwise. */
  card?: 'title' | 'badge' | 'line' | 'actions' | 'hidden';
  /** Gives way on narrower tables; it stays on the card. */
  hideBelow?: 'lg' | 'xl';
  className?: string;
};

// The server filters, sorts and pages; of TanStack's features only selection is the browser's.
export const dataTableFeatures = tableFeatures({ rowSelectionFeature, columnMeta: {} as ColumnHints });

export type DataTableFeatures = typeof dataTableFeatures;
export type DataTableColumns<Row extends RowData> = TableOptions<DataTableFeatures, Row>['columns'];

/** The column helper of a row type: `const column = columnsOf<Item>()`, then `column.accessor('sku', {…})`. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<DataTableFeatures, Row>();
}
