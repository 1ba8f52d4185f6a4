'use client';
import { FlexRender, type Row, type RowData } from '@tanstack/react-table';
import { MoreHorizontal } from 'lucide-react';
import { Fragment, memo, type ReactNode, useState } from 'react';
import { Checkbox } from '@/components/ui/base/checkbox';
import type { DataTableFeatures } from './columns';
import { loadRowSheet, OpenedRow } from './opened-row';
import { arrange, hintsOf, isNamed, labelOf } from './row-places';
import type { RowProps, ViewProps } from './table-view';
import { openFromRow } from './use-row-keys';

/** The rows of a phone: two lines made of the same columns, and a sheet with the rest and the actions. */
export function CardView<Data extends RowData>({
  table,
  caption,
  rowLabel,
  selectable,
  below,
}: ViewProps<Data>) {
  const [open, setOpen] = useState<string | null>(null);
  const { rows } = table.getRowModel();
  return (
    <div>
      {selectable && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label className="flex h-11 items-center gap-3.5 border-border border-b px-3.5 text-muted text-sm">
          <Checkbox
            checked={table.getIsAllPageRowsSelected()}
            indeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
            onCheckedChange={(checked) => table.toggleAllPageRowsSelected(checked)}
          />
          Select all rows on this page
        </label>
      )}
      <ul aria-label={caption}>
        {rows.map((row) => (
          <Fragment key={row.id}>
            <CardRow
              row={row as Row<DataTableFeatures, RowData>}
              label={rowLabel(row.original)}
              selected={selectable ? row.getIsSelected() : undefined}
              columns={table.options.columns}
              onMore={setOpen}
            />
            {below?.(row.original, frame)}
          </Fragment>
        ))}
      </ul>
      <OpenedRow rows={rows} open={open} rowLabel={rowLabel} side="bottom" onClose={() => setOpen(null)} />
    </div>
  );
}

const frame = (content: ReactNode) => <li className="border-border border-b bg-bg px-4 py-2">{content}</li>;

const CardRow = memo(function CardRow({
  row,
  label,
  selected,
  onMore,
}: RowProps<RowData> & { onMore: (id: string) => void }) {
  const { names, badges, details, controls, hasMore } = arrange(row.getAllCells());
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's link takes the keyboard
    <li
      data-row={row.id}
      data-selected={selected || undefined}
      tabIndex={-1}
      onClick={openFromRow}
      className="group/card flex scroll-mt-16 items-start border-border border-b last:border-b-0 focus-visible:-outline-offset-2 data-selected:bg-selected"
    >
      {selected !== undefined && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label data-row-select className="grid size-11 shrink-0 place-items-center">
          <Checkbox
            aria-label={`Select ${label}`}
            checked={selected}
            onChange={row.getToggleSelectedHandler()}
          />
        </label>
      )}
      <div
        className={`min-w-0 flex-1 py-2.5 ${selected === undefined ? 'pl-4' : ''} ${hasMore ? '' : 'pr-4'}`}
      >
        <div className="flex min-h-6 items-center justify-between gap-3">
          <div className="min-w-0 flex-1 break-words text-sm">
            {names.map((cell) => (
              <FlexRender key={cell.id} cell={cell} />
            ))}
          </div>
          {badges.length > 0 && (
            <div className="flex max-w-1/2 flex-col items-end gap-1">
              {badges.map((cell) => (
                <FlexRender key={cell.id} cell={cell} />
              ))}
            </div>
          )}
        </div>
        {details.length > 0 && (
          <dl className="mt-0.5 flex flex-wrap items-center gap-x-3 text-muted text-xs group-has-[.category-tile]/card:pl-9.5">
            {details.map((cell) => (
              <div key={cell.id} className="flex min-w-0 items-center gap-1">
                <dt className={isNamed(hintsOf(cell)) ? undefined : 'sr-only'}>{labelOf(cell)}</dt>
                <dd
                  className={`min-w-0 break-words ${hintsOf(cell).align === 'right' ? 'tabular-nums' : ''}`}
                >
                  <FlexRender cell={cell} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {controls.length > 0 && (
          <div className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
            {controls.map((cell) => (
              <FlexRender key={cell.id} cell={cell} />
            ))}
          </div>
        )}
      </div>
      {hasMore && (
        <button
          type="button"
          aria-label={`More about ${label}`}
          aria-haspopup="dialog"
          onPointerEnter={() => void loadRowSheet()}
          onClick={() => onMore(row.id)}
          className="grid size-11 shrink-0 place-items-center text-muted hover:text-text"
        >
          <MoreHorizontal aria-hidden className="size-4" />
        </button>
      )}
    </li>
  );
});
