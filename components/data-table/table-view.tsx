'use client';
import { FlexRender, type ReactTable, type Row, type RowData } from '@tanstack/react-table';
import { memo, useRef } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/class-names';
import { type ColumnHints, type DataTableFeatures, HIDE_BELOW } from './columns';
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
      <table className="w-full border-separate border-spacing-0">
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
            <TableRow
              key={row.id}
              row={row as Row<DataTableFeatures, RowData>}
              label={rowLabel(row.original)}
              selected={selectable ? row.getIsSelected() : undefined}
              columns={table.options.columns}
              hidden={hidden}
              scrolls={scrolls}
              density={density}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isHidden = (id: string, hidden: string) => hidden.split(' ').includes(id);

type CellsProps = Omit<RowProps<RowData>, 'label' | 'selected'> & {
  hidden: string;
  scrolls: boolean;
  density: 'regular' | 'compact';
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
      className="group/row scroll-mt-24 scroll-mb-24 hover:bg-hover focus-visible:-outline-offset-2 data-selected:bg-selected"
    >
      {selected !== undefined && (
        <td data-row-select className="border-border border-b pr-0 pl-4 group-last/row:border-b-0">
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

const RowCells = memo(function RowCells({ row, hidden, scrolls, density }: CellsProps) {
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
          className={cn(
            'border-border border-b font-normal group-last/row:border-b-0',
            density === 'compact' ? 'h-8 py-0' : 'h-9 py-0.5',
            cellStyle(hints, scrolls),
            scrolls &&
              hints.card === 'actions' &&
              'bg-surface group-hover/row:bg-hover group-data-selected/row:bg-selected',
          )}
        >
          <FlexRender cell={cell} />
        </Cell>
      );
    });
});
