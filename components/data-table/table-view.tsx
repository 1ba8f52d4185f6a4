'use client';
import type { ReactTable, RowData } from '@tanstack/react-table';
import { useRef } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/class-names';
import type { ColumnHints, DataTableFeatures } from './columns';
import { HeaderCell } from './header-cell';
import { useOverflow } from './use-overflow';
import { openFromRow } from './use-row-keys';

export type ViewProps<Row extends RowData> = {
  table: ReactTable<DataTableFeatures, Row>;
  caption: string;
  rowLabel: (row: Row) => string;
  selectable: boolean;
  sort: string | null;
  onSortChange?: (sort: string) => void;
  density: 'regular' | 'compact';
  className?: string;
};

function cellStyle(hints: ColumnHints, overflows: boolean): string {
  return cn(
    'px-3 text-left first:pl-4 last:pr-4',
    // One line keeps rows at their height; the name of the row alone may wrap.
    hints.rowHeader ? 'min-w-40' : 'whitespace-nowrap',
    overflows && hints.card === 'actions' && 'sticky right-0 z-10',
    hints.align === 'right' && 'text-right',
    hints.hideBelow === 'lg' && 'max-lg:hidden',
    hints.hideBelow === 'xl' && 'max-xl:hidden',
    hints.className,
  );
}

/** The rows as a table, from 768 px up. */
export function TableView<Row extends RowData>({
  table,
  caption,
  rowLabel,
  selectable,
  sort,
  onSortChange,
  density,
  className,
}: ViewProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const overflows = useOverflow(frame);
  const head = cn(
    'sticky top-0 z-20 h-9 whitespace-nowrap border-border border-b bg-surface font-medium text-muted text-xs',
    !overflows && 'top-14 first:rounded-tl-lg last:rounded-tr-lg',
  );
  return (
    <div
      ref={frame}
      className={cn(overflows && 'max-h-[calc(100dvh-8rem)] overflow-auto rounded-t-lg', className)}
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
            {table.getFlatHeaders().map((header) => (
              <HeaderCell
                key={header.id}
                hints={header.column.columnDef.meta ?? {}}
                sort={sort}
                onSortChange={onSortChange}
                className={cn(cellStyle(header.column.columnDef.meta ?? {}, overflows), head)}
              >
                <table.FlexRender header={header} />
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              data-row={row.id}
              tabIndex={-1}
              onClick={openFromRow}
              className={cn(
                'group/row scroll-mt-24 scroll-mb-24 hover:bg-hover focus-visible:-outline-offset-2',
                row.getIsSelected() && 'bg-selected hover:bg-selected',
              )}
            >
              {selectable && (
                <td data-row-select className="border-border border-b pr-0 pl-4 group-last/row:border-b-0">
                  <Checkbox
                    aria-label={`Select ${rowLabel(row.original)}`}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
              )}
              {row.getAllCells().map((cell) => {
                const hints = cell.column.columnDef.meta ?? {};
                const Cell = hints.rowHeader ? 'th' : 'td';
                return (
                  <Cell
                    key={cell.id}
                    scope={hints.rowHeader ? 'row' : undefined}
                    className={cn(
                      'border-border border-b font-normal group-last/row:border-b-0',
                      density === 'compact' ? 'h-8 py-0.5' : 'h-10 py-1',
                      cellStyle(hints, overflows),
                      overflows &&
                        hints.card === 'actions' &&
                        (row.getIsSelected() ? 'bg-selected' : 'bg-surface group-hover/row:bg-hover'),
                    )}
                  >
                    <table.FlexRender cell={cell} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
