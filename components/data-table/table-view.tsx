'use client';
import { FlexRender, type ReactTable, type Row, type RowData } from '@tanstack/react-table';
import { Fragment, memo, type ReactNode, useRef, useState } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/class-names';
import { type Below, type ColumnHints, type DataTableFeatures, HIDE_BELOW } from './columns';
import { useFit } from './fitting';
import { HeaderCell } from './header-cell';
import { loadRowSheet, OpenedRow } from './opened-row';
import { droppableColumns, isShown } from './shown-columns';
import { openFromRow } from './use-row-keys';

export type ViewProps<Data extends RowData> = {
  table: ReactTable<DataTableFeatures, Data>;
  caption: string;
  rowLabel: (row: Data) => string;
  selectable: boolean;
  sort: string | null;
  onSortChange?: (sort: string) => void;
  density: 'regular' | 'compact';
  /** Ids of the columns to show; null for those that aren't optional. */
  chosen: readonly string[] | null;
  /** What follows an open row, in the frame of table or card; null for a closed one. */
  below?: Below<Data>;
  /** Each row can be opened in a panel beside the table, which shows this below its values. */
  preview?: boolean | ((row: Data) => ReactNode);
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

/** How the cells of a row are rendered, as values that `memo` compares. */
type Look = {
  /** Ids of the columns that aren't shown. */
  hidden: string;
  /** The columns were chosen: one leaves when it doesn't fit, not at its threshold. */
  chosen: boolean;
  scrolls: boolean;
};

/** What a body cell adds to the look of list-rows.css: a class per cell is most of a list's weight. */
function bodyStyle(
  { align, hideBelow, className, card, rowHeader, named }: ColumnHints,
  { chosen, scrolls }: Look,
): string {
  return [
    rowHeader && 'row-name',
    card === 'badge' && 'row-badge',
    // A number or a date says nothing without its name.
    card === 'detail' && align !== 'right' && !named && 'row-detail',
    align === 'right' && 'text-right',
    hideBelow && !chosen && HIDE_BELOW[hideBelow],
    scrolls &&
      card === 'actions' &&
      'sticky right-0 z-10 bg-surface group-hover/row:bg-hover group-data-selected/row:bg-selected',
    className,
  ]
    .filter(Boolean)
    .join(' ');
}

function cellStyle(hints: ColumnHints, { chosen, scrolls }: Look): string {
  return cn(
    'px-3 text-left first:pl-4 last:pr-4',
    // One line keeps rows at their height; the name of the row alone may wrap.
    hints.rowHeader ? 'min-w-52' : 'whitespace-nowrap',
    scrolls && hints.card === 'actions' && 'sticky right-0 z-10',
    hints.align === 'right' && 'text-right',
    hints.hideBelow && !chosen && HIDE_BELOW[hints.hideBelow],
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
  chosen,
  below,
  preview,
}: ViewProps<Data>) {
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  const headers = table.getFlatHeaders();
  const columns = headers.map(({ column }) => ({ id: column.id, hints: column.columnDef.meta ?? {} }));
  const shown = columns.filter((column) => isShown(column, chosen));
  const droppable = droppableColumns(shown);
  const { dropped, scrolls } = useFit(frame, droppable);
  const hidden = [
    ...columns.filter((column) => !shown.includes(column)).map(({ id }) => id),
    ...droppable.slice(0, dropped),
  ].join(' ');
  const look = { hidden, chosen: chosen !== null, scrolls };
  const { rows } = table.getRowModel();
  // A table that scrolls sideways keeps its right edge for the actions.
  const previews = Boolean(preview) && !scrolls;
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
                  column={header.column.id}
                  hints={header.column.columnDef.meta ?? {}}
                  sort={sort}
                  onSortChange={onSortChange}
                  className={cn(cellStyle(header.column.columnDef.meta ?? {}, look), head)}
                >
                  <FlexRender header={header} />
                </HeaderCell>
              ))}
            {previews && (
              <th scope="col" className={cn(head, 'w-7 px-0')}>
                <span className="sr-only">Preview</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <TableRow
                row={row as Row<DataTableFeatures, RowData>}
                label={rowLabel(row.original)}
                selected={selectable ? row.getIsSelected() : undefined}
                columns={table.options.columns}
                {...look}
                onPreview={previews ? setOpen : undefined}
              />
              {below?.(row.original, frameOf(headers.length + 2))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {preview && (
        <OpenedRow
          rows={rows}
          open={open}
          rowLabel={rowLabel}
          side="right"
          preview={preview === true ? undefined : preview}
          onClose={() => setOpen(null)}
        />
      )}
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

type CellsProps = Omit<RowProps<RowData>, 'label' | 'selected'> & Look;

/** Selecting a page changes fifty rows at once: each renders its checkbox and color, not its cells. */
const TableRow = memo(function TableRow({
  label,
  selected,
  onPreview,
  ...cells
}: RowProps<RowData> & CellsProps & { onPreview?: (id: string) => void }) {
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
      {onPreview && (
        <td className="preview-cell">
          <button
            type="button"
            data-row-preview
            aria-label={`Preview ${label}`}
            aria-haspopup="dialog"
            onPointerEnter={() => void loadRowSheet()}
            onClick={() => onPreview(row.id)}
          />
        </td>
      )}
    </tr>
  );
});

const RowCells = memo(function RowCells({ row, ...look }: CellsProps) {
  return row
    .getAllCells()
    .filter(({ column }) => !isHidden(column.id, look.hidden))
    .map((cell) => {
      const hints = cell.column.columnDef.meta ?? {};
      const Cell = hints.rowHeader ? 'th' : 'td';
      return (
        <Cell
          key={cell.id}
          scope={hints.rowHeader ? 'row' : undefined}
          className={bodyStyle(hints, look) || undefined}
        >
          <FlexRender cell={cell} />
        </Cell>
      );
    });
});
