'use client';
import { FlexRender, type ReactTable, type Row, type RowData } from '@tanstack/react-table';
import { Fragment, memo, type ReactNode, useRef } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/class-names';
import { type Below, type ColumnHints, type DataTableFeatures, HIDE_BELOW } from './columns';
import { useFit } from './fitting';
import { HeaderCell } from './header-cell';
import { openFromRow } from './use-row-keys';

export type ViewProps<Data extends RowData> = {
  table: ReactTable<DataTableFeatures, Data>;
  caption: string;
  rowLabel: (row: Data) => string;
  selectable: boolean;
  sort: string | null;
  onSortChange?: (sort: string) => void;
  density: 'regular' | 'compact';
  className?: string;
  /** What follows an open row, in the frame of table or card; null for a closed one. */
  below?: Below<Data>;
};

export type RowProps<Data extends RowData> = {
  row: Row<DataTableFeatures, Data>;
  /** As text, since each render makes a new function. */
  label: string;
  /** Absent where rows can't be selected. */
  selected?: boolean;
  /** Cells are made of them: a row is rendered again when they change, besides its own values. */
  columns: unknown;
};

const THRESHOLDS = Object.keys(HIDE_BELOW) as Array<keyof typeof HIDE_BELOW>;

/** Ids of the columns that may go, the first to go first: by threshold, and from the right. */
export function droppableColumns(columns: ReadonlyArray<{ id: string; hints: ColumnHints }>): string[] {
  const rank = ({ hideBelow }: ColumnHints) => (hideBelow ? THRESHOLDS.indexOf(hideBelow) : -1);
  return columns
    .filter(({ hints }) => !hints.rowHeader && hints.card !== 'actions' && hints.card !== 'control')
    .toReversed()
    .sort((a, b) => rank(b.hints) - rank(a.hints))
    .map(({ id }) => id);
}

/** What a body cell adds to the look of list-rows.css: a class per cell is most of a list's weight. */
function bodyStyle({ align, hideBelow, className, card, rowHeader }: ColumnHints, scrolls: boolean): string {
  return [
    rowHeader && 'row-name',
    align === 'right' && 'text-right',
    hideBelow && HIDE_BELOW[hideBelow],
    scrolls &&
      card === 'actions' &&
      'sticky right-0 z-10 bg-surface group-hover/row:bg-hover group-data-selected/row:bg-selected',
    className,
  ]
    .filter(Boolean)
    .join(' ');
}

function cellStyle(hints: ColumnHints, scrolls: boolean): string {
  return cn(
    'px-3 text-left first:pl-4 last:pr-4',
    // One line keeps rows at their height; the name of the row alone may wrap.
    hints.rowHeader ? 'min-w-44' : 'whitespace-nowrap',
    scrolls && hints.card === 'actions' && 'sticky right-0 z-10',
    hints.align === 'right' && 'text-right',
    hints.hideBelow && HIDE_BELOW[hints.hideBelow],
    hints.className,
  );
}

/** The rows as a table, from 768 px up. */
export function TableView<Data extends RowData>({
  table,
  caption,
  rowLabel,
  selectable,
  sort,
  onSortChange,
  density,
  className,
  below,
}: ViewProps<Data>) {
  const frame = useRef<HTMLDivElement>(null);
  const headers = table.getFlatHeaders();
  const droppable = droppableColumns(
    headers.map(({ column }) => ({ id: column.id, hints: column.columnDef.meta ?? {} })),
  );
  const { dropped, scrolls } = useFit(frame, droppable.length);
  const hidden = droppable.slice(0, dropped).join(' ');
  const head = cn(
    'sticky top-0 z-20 h-9 whitespace-nowrap border-border border-b bg-surface font-medium text-muted text-xs',
    !scrolls && 'top-14 first:rounded-tl-lg last:rounded-tr-lg',
  );
  return (
    <div
      ref={frame}
      className={cn(
        '@container',
        // Clipping, unlike a scroll box, leaves the header sticky to the page.
        scrolls ? 'max-h-[calc(100dvh-8rem)] overflow-auto rounded-t-lg' : 'overflow-x-clip',
        className,
      )}
    >
      <table
        className={cn(
          'data-table w-full border-separate border-spacing-0',
          density === 'compact' && 'compact',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selectable && (
              <th scope="col" className={cn(head, 'w-10 pr-0 pl-4 text-left')}>
                <Checkbox
                  aria-label="Select all rows on this page"
                  checked={table.getIsAllPageRowsSelected()}
                  indeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
                  onCheckedChange={(checked) => table.toggleAllPageRowsSelected(checked)}
                />
              </th>
            )}
            {headers
              .filter(({ column }) => !isHidden(column.id, hidden))
              .map((header) => (
                <HeaderCell
                  key={header.id}
                  hints={header.column.columnDef.meta ?? {}}
                  sort={sort}
                  onSortChange={onSortChange}
                  className={cn(cellStyle(header.column.columnDef.meta ?? {}, scrolls), head)}
                >
                  <FlexRender header={header} />
                </HeaderCell>
              ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <Fragment key={row.id}>
              <TableRow
                row={row as Row<DataTableFeatures, RowData>}
                label={rowLabel(row.original)}
                selected={selectable ? row.getIsSelected() : undefined}
                columns={table.options.columns}
                hidden={hidden}
                scrolls={scrolls}
              />
              {below?.(row.original, frameOf(headers.length + 1))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const frameOf = (columns: number) => (content: ReactNode) => (
  <tr>
    <td colSpan={columns} className="bg-bg px-4 py-2">
      {content}
    </td>
  </tr>
);

const isHidden = (id: string, hidden: string) => hidden.split(' ').includes(id);

type CellsProps = Omit<RowProps<RowData>, 'label' | 'selected'> & {
  hidden: string;
  scrolls: boolean;
};

/** Selecting a page changes fifty rows at once: each renders its checkbox and color, not its cells. */
const TableRow = memo(function TableRow({ label, selected, ...cells }: RowProps<RowData> & CellsProps) {
  const { row } = cells;
  return (
    <tr
      data-row={row.id}
      data-selected={selected || undefined}
      tabIndex={-1}
      onClick={openFromRow}
      className={cells.scrolls ? 'group/row' : undefined}
    >
      {selected !== undefined && (
        <td data-row-select>
          <Checkbox
            aria-label={`Select ${label}`}
            checked={selected}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      <RowCells {...cells} />
    </tr>
  );
});

const RowCells = memo(function RowCells({ row, hidden, scrolls }: CellsProps) {
  return row
    .getAllCells()
    .filter(({ column }) => !isHidden(column.id, hidden))
    .map((cell) => {
      const hints = cell.column.columnDef.meta ?? {};
      const Cell = hints.rowHeader ? 'th' : 'td';
      return (
        <Cell
          key={cell.id}
          scope={hints.rowHeader ? 'row' : undefined}
          className={bodyStyle(hints, scrolls) || undefined}
        >
          <FlexRender cell={cell} />
        </Cell>
      );
    });
});
