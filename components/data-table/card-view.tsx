'use client';
import type { Cell, RowData } from '@tanstack/react-table';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/class-names';
import type { ColumnHints, DataTableFeatures } from './columns';
import type { ViewProps } from './table-view';
import { openFromRow } from './use-row-keys';

type Place = NonNullable<ColumnHints['card']>;

function placeOf(hints: ColumnHints): Place {
  return hints.card ?? (hints.rowHeader ? 'title' : 'line');
}

/** The rows as cards made of the same columns, below 768 px. */
export function CardView<Row extends RowData>({
  table,
  caption,
  rowLabel,
  selectable,
  className,
}: ViewProps<Row>) {
  const cellsAt = (cells: Cell<DataTableFeatures, Row>[], place: Place) =>
    cells.filter((cell) => placeOf(cell.column.columnDef.meta ?? {}) === place);
  return (
    <div className={className}>
      {selectable && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label className="flex h-10 items-center gap-3 border-border border-b px-4 text-muted text-sm">
          <Checkbox
            checked={table.getIsAllPageRowsSelected()}
            indeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
            onCheckedChange={(checked) => table.toggleAllPageRowsSelected(checked)}
          />
          Select all rows on this page
        </label>
      )}
      <ul aria-label={caption}>
        {table.getRowModel().rows.map((row) => {
          const cells = row.getAllCells();
          const actions = cellsAt(cells, 'actions');
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the card's link takes the keyboard
            <li
              key={row.id}
              data-row={row.id}
              tabIndex={-1}
              onClick={openFromRow}
              className={cn(
                'flex scroll-mt-16 gap-3 border-border border-b px-4 py-3 last:border-b-0 focus-visible:-outline-offset-2',
                row.getIsSelected() && 'bg-selected',
              )}
            >
              {selectable && (
                <span data-row-select className="pt-0.5">
                  <Checkbox
                    aria-label={`Select ${rowLabel(row.original)}`}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </span>
              )}
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
                  <div className="min-w-0 flex-1 basis-40 break-words">
                    {cellsAt(cells, 'title').map((cell) => (
                      <table.FlexRender key={cell.id} cell={cell} />
                    ))}
                  </div>
                  <div className="flex flex-wrap gap-1.5">
                    {cellsAt(cells, 'badge').map((cell) => (
                      <table.FlexRender key={cell.id} cell={cell} />
                    ))}
                  </div>
                </div>
                <dl className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-4 gap-y-1.5 text-sm tabular-nums">
                  {cellsAt(cells, 'line').map((cell) => {
                    const { header, meta } = cell.column.columnDef;
                    return (
                      <div key={cell.id} className="min-w-0">
                        <dt className="text-muted text-xs">
                          {meta?.label ?? (typeof header === 'string' ? header : '')}
                        </dt>
                        <dd className="min-w-0 break-words">
                          <table.FlexRender cell={cell} />
                        </dd>
                      </div>
                    );
                  })}
                </dl>
                {actions.length > 0 && (
                  <div className="mt-3 flex flex-wrap gap-2">
                    {actions.map((cell) => (
                      <table.FlexRender key={cell.id} cell={cell} />
                    ))}
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
