'use client';
import { type Column, FlexRender, type ReactTable, type Row, type RowData } from '@tanstack/react-table';
import { Fragment, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Checkbox } from '@/components/ui/base/checkbox';
import { cn } from '@/components/ui/base/class-names';
import { type Below, type ColumnHints, type DataTableFeatures, HIDE_BELOW } from './columns';
import { useFit } from './fitting';
import { HeaderCell } from './header-cell';
import { loadRowSheet, OpenedRow } from './opened-row';
import { isNamed } from './row-places';
import { droppableColumns, isEmptyColumn, isShown } from './shown-columns';
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
  /** The pointer or the focus nears a row's preview, which may need data of its own. */
  onApproach?: (row: Data) => void;
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

/** How the cells of a row are rendered. */
type Look = {
  /** The columns were chosen: one leaves when it doesn't fit, not at its threshold. */
  chosen: boolean;
  scrolls: boolean;
};

/** What a body cell adds to the look of list-rows.css: a class per cell is most of a list's weight. */
function bodyStyle(hints: ColumnHints, { chosen, scrolls }: Look): string {
  const { align, hideBelow, className, card, rowHeader } = hints;
  return [
    rowHeader && 'row-name',
    card === 'title' && !rowHeader && 'row-title',
    card === 'badge' && 'row-badge',
    card === 'detail' && !isNamed(hints) && 'row-detail',
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
  onApproach,
}: ViewProps<Data>) {
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  const approach = useApproach(onApproach);
  const headers = table.getFlatHeaders();
  const { rows } = table.getRowModel();
  const columns = headers.map(({ column }) => ({
    id: column.id,
    hints: column.columnDef.meta ?? {},
    values: column.accessorFn && rows.map(({ original }, index) => column.accessorFn?.(original, index)),
  }));
  const shown = columns.filter(
    (column) => isShown(column, chosen) && !isEmptyColumn(column, column.values, { chosen, sort }),
  );
  const droppable = droppableColumns(shown);
  const { dropped, scrolls } = useFit(frame, droppable);
  const hidden = [
    ...columns.filter((column) => !shown.includes(column)).map(({ id }) => id),
    ...droppable.slice(0, dropped),
  ].join(' ');
  const isChosen = chosen !== null;
  const look = { chosen: isChosen, scrolls };
  const leaves = table.getAllLeafColumns();
  const shapes = useMemo(
    () =>
      leaves
        .filter(({ id }) => !isHidden(id, hidden))
        .map((column) => shapeOf(column as AnyColumn, { chosen: isChosen, scrolls })),
    [leaves, hidden, isChosen, scrolls],
  );
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
              <th scope="col" className={cn(head, 'w-7 px-0 print:hidden')}>
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
                shapes={shapes}
                scrolls={scrolls}
                onPreview={previews ? setOpen : undefined}
                onApproach={approach}
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

/** The same function for every render, or each would render all rows again. */
function useApproach<Data extends RowData>(onApproach: ((row: Data) => void) | undefined) {
  const latest = useRef(onApproach);
  useEffect(() => {
    latest.current = onApproach;
  });
  const [approach] = useState(() => (row: AnyRow) => {
    void loadRowSheet();
    latest.current?.(row.original as Data);
  });
  return approach;
}

const isHidden = (id: string, hidden: string) => hidden.split(' ').includes(id);

type AnyRow = Row<DataTableFeatures, RowData>;
type AnyColumn = Column<DataTableFeatures, RowData>;

/** A column as its cells are rendered: what is the same for each row is found once. */
type Shape = {
  id: string;
  isHeader: boolean;
  className: string | undefined;
  render: (row: AnyRow) => ReactNode;
};

/** Calls a column's `cell` as a function, with what ours read: TanStack's own makes five objects for each of a thousand cells. */
function shapeOf(column: AnyColumn, look: Look): Shape {
  const { cell, meta = {} } = column.columnDef;
  const read = (row: AnyRow) => column.accessorFn?.(row.original, row.index);
  const render = cell as unknown as (context: object) => ReactNode;
  return {
    id: column.id,
    isHeader: meta.rowHeader === true,
    className: bodyStyle(meta, look) || undefined,
    render: (row) => render({ row, column, getValue: () => read(row), renderValue: () => read(row) ?? null }),
  };
}

type CellsProps = { row: AnyRow; shapes: readonly Shape[] };

/** Selecting a page changes fifty rows at once: each renders its checkbox and color, not its cells. */
const TableRow = memo(function TableRow({
  label,
  selected,
  scrolls,
  onPreview,
  onApproach,
  ...cells
}: Pick<RowProps<RowData>, 'label' | 'selected'> &
  CellsProps & {
    scrolls: boolean;
    onPreview?: (id: string) => void;
    onApproach: (row: AnyRow) => void;
  }) {
  const { row } = cells;
  return (
    <tr
      data-row={row.id}
      data-selected={selected || undefined}
      tabIndex={-1}
      onClick={openFromRow}
      className={scrolls ? 'group/row' : undefined}
    >
      {selected !== undefined && (
        <td data-row-select>
          <span className="check-box">
            <input
              type="checkbox"
              aria-label={`Select ${label}`}
              checked={selected}
              onChange={row.getToggleSelectedHandler()}
            />
            <span aria-hidden />
          </span>
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
            onPointerEnter={() => onApproach(row)}
            onFocus={() => onApproach(row)}
            onClick={() => onPreview(row.id)}
          />
        </td>
      )}
    </tr>
  );
});

const RowCells = memo(function RowCells({ row, shapes }: CellsProps) {
  return shapes.map(({ id, isHeader, className, render }) =>
    isHeader ? (
      <th key={id} scope="row" className={className}>
        {render(row)}
      </th>
    ) : (
      <td key={id} className={className}>
        {render(row)}
      </td>
    ),
  );
});
