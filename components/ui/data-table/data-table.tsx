'use client';
import { type RowData, useTable } from '@tanstack/react-table';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/base/button';
import { NoResults } from '@/components/ui/base/empty-state';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Pagination } from '@/components/ui/base/pagination';
import { RefetchBar } from '@/components/ui/base/progress-bar';
import { BulkBar } from './bulk-bar';
import { CardView } from './card-view';
import { type Below, type DataTableColumns, dataTableFeatures } from './columns';
import { GridView } from './grid-view';
import { LoadingRows } from './loading-rows';
import { TableView } from './table-view';
import { useRowKeys } from './use-row-keys';
import type { Selection } from './use-selection';
import { useWideScreen } from './use-wide-screen';

export type DataTableProps<Row extends RowData> = {
  /** Names the table for assistive technology. */
  caption: string;
  /** Stable: a constant of the module, or memoized. */
  columns: DataTableColumns<Row>;
  /** Undefined until the first response; while refetching, the old rows. */
  rows: readonly Row[] | undefined;
  getRowId: (row: Row) => string;
  /** The object's name, for "Select Blue Dream 3.5g". */
  rowLabel: (row: Row) => string;
  /** Shown while the list is empty: an EmptyState with the first action. */
  empty: ReactNode;
  sort?: string | null;
  onSortChange?: (sort: string) => void;
  /** Where the shown rows are; `total` is null when unknown. */
  pagination?: {
    page: number;
    limit: number;
    total: number | null;
    onPageChange: (page: number, how?: { replace?: boolean }) => void;
  } | null;
  /** The page that the address names, which the rows may not have reached; that of the rows when absent. */
  page?: number;
  /** From useSelection; with it come the checkboxes and the bulk bar. */
  selection?: Selection;
  /** Buttons of the bulk bar; they act on `selection.ids`. */
  bulkActions?: ReactNode;
  refetching?: boolean;
  error?: { message?: string; requestId?: string | null } | null;
  onRetry?: () => void;
  /** A search or filter is active: no match is "No results", not `empty`. */
  filtered?: boolean;
  onClearFilters?: () => void;
  density?: 'regular' | 'compact';
  /** Ids of the columns to show in a table; null for those that aren't optional. */
  chosen?: readonly string[] | null;
  /** J K X Enter E A; off for a second table on a page. */
  shortcuts?: boolean;
  /** Shows rows as tiles of a grid, in place of table and cards. */
  tile?: (row: Row) => ReactNode;
  /** A line above the rows: "3 new orders · Show". */
  notice?: ReactNode;
  skeletonRows?: number;
  /** What follows an open row, in the frame of table or card; null for a closed one. */
  below?: Below<Row>;
  /** Each row can be opened in a panel beside the list, which shows this below its values. */
  preview?: boolean | ((row: Row) => ReactNode);
  /** The pointer or the focus nears a row's preview, which may need data of its own. */
  onApproach?: (row: Row) => void;
};

const NO_ROWS: readonly never[] = [];

/** A list of objects: a table where there is room, cards below 768 px, and every state between. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { rows, selection, pagination, error, density = 'regular' } = props;
  const root = useRef<HTMLDivElement>(null);
  const wide = useWideScreen();
  useRowKeys(root, props.shortcuts ?? true);

  const rowSelection = Object.fromEntries((selection?.ids ?? []).map((id) => [id, true as const]));
  const table = useTable({
    features: dataTableFeatures,
    columns: props.columns,
    data: rows ?? NO_ROWS,
    getRowId: props.getRowId,
    state: { rowSelection },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update;
      selection?.replace(Object.keys(next).filter((id) => next[id]));
    },
    isRowRangeSelectionEvent: (event) =>
      (event as { nativeEvent?: { shiftKey?: boolean } }).nativeEvent?.shiftKey === true,
  });

  // The last row of the last page was deleted: go to the page that is now the last.
  const total = pagination?.total ?? 0;
  const wanted = props.page ?? pagination?.page ?? 1;
  const lastPage = pagination ? Math.max(1, Math.ceil(total / pagination.limit)) : 1;
  const beyond = rows !== undefined && !props.refetching && Boolean(pagination) && wanted > lastPage;
  const goTo = useRef(pagination?.onPageChange);
  useEffect(() => {
    goTo.current = pagination?.onPageChange;
  });
  useEffect(() => {
    // Replacing, or Back would lead to the page that is gone and bounce.
    if (beyond) goTo.current?.(lastPage, { replace: true });
  }, [beyond, lastPage]);

  const view = {
    table,
    caption: props.caption,
    rowLabel: props.rowLabel,
    selectable: selection !== undefined,
    sort: props.sort ?? null,
    onSortChange: props.onSortChange,
    density,
    chosen: props.chosen ?? null,
    below: props.below,
    preview: props.preview,
    onApproach: props.onApproach,
  };
  const body = () => {
    if (rows === undefined) {
      if (error)
        return (
          <ErrorPanel
            title="Couldn't load this list"
            {...error}
            onRetry={props.onRetry}
            retrying={props.refetching}
          />
        );
      return <LoadingRows rows={props.skeletonRows ?? 10} density={density} />;
    }
    if (rows.length === 0) return props.filtered ? <NoResults onClear={props.onClearFilters} /> : props.empty;
    if (props.tile) {
      return <GridView caption={props.caption} rows={rows} getRowId={props.getRowId} tile={props.tile} />;
    }
    // In a narrow window the table is a list of names until its cards are there; the height keeps off what follows.
    return wide ? (
      <div className="max-md:min-h-dvh">
        <TableView {...view} />
      </div>
    ) : (
      <CardView {...view} />
    );
  };

  return (
    <div ref={root} className="min-w-0">
      <div
        aria-busy={rows === undefined || props.refetching}
        className="relative rounded-lg border border-border bg-surface shadow-xs"
      >
        <RefetchBar active={Boolean(props.refetching && rows)} />
        {error && rows && (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-between gap-2 rounded-t-lg bg-tint-danger px-4 py-2 text-on-tint-danger text-sm"
          >
            <span>
              These rows may be out of date: {error.message ?? 'refreshing failed.'}
              {error.requestId && ` Request id ${error.requestId}.`}
            </span>
            {props.onRetry && (
              <Button size="sm" onClick={props.onRetry}>
                Retry
              </Button>
            )}
          </div>
        )}
        {props.notice}
        {body()}
        {pagination && rows && rows.length > 0 && (
          <div className="border-border border-t px-4 py-2">
            <Pagination
              {...pagination}
              total={total}
              wanted={wanted}
              rows={rows.length}
              label={`Pages of ${props.caption}`}
            />
          </div>
        )}
      </div>
      {selection && (
        <BulkBar selection={selection} total={pagination?.total ?? null}>
          {props.bulkActions}
        </BulkBar>
      )}
    </div>
  );
}
