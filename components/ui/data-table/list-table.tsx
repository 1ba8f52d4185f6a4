'use client';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { CaughtUp, EmptyTab } from '@/components/ui/base/empty-state';
import { ChangedNotice } from './changed-notice';
import type { Below, DataTableColumns } from './columns';
import { DataTable } from './data-table';
import type { ServerList } from './use-server-list';

/** What a table needs of a list, whatever its filters are. */
type ShownList<Row> = Pick<
  ServerList<Row>,
  | 'noun'
  | 'plural'
  | 'rows'
  | 'rowId'
  | 'position'
  | 'added'
  | 'changed'
  | 'show'
  | 'selection'
  | 'selectedRows'
  | 'refetching'
  | 'error'
  | 'retry'
  | 'isQueue'
  | 'filtered'
  | 'narrowed'
  | 'clear'
  | 'setSort'
  | 'setPage'
> & {
  state: { page: number; sort: string; columns: string[] | null; density: 'compact' | null };
  request: object;
};

export type ListTableProps<Row extends RowData, Shown extends RowData = Row> = {
  list: ShownList<Row>;
  /** Names the table for assistive technology. */
  caption: string;
  /** Stable: a constant of the module, or memoized. */
  columns: DataTableColumns<Shown>;
  /** The object's name, for "Select Blue Dream 3.5g". */
  rowLabel: (row: Shown) => string;
  /** What will be here and how to start. */
  empty: ReactNode;
  /** Buttons of the bulk bar; they act on the selected rows. */
  bulk?: ReactNode;
  /** The rows with what the page knows about them besides. */
  rows?: readonly Shown[];
  /** False for a second table on a page: J K X Enter E A belong to the first. */
  shortcuts?: boolean;
  skeletonRows?: number;
  /** What follows an open row, in the frame of table or card; null for a closed one. */
  below?: Below<Shown>;
  /** Shows rows as tiles of a grid, in place of table and cards. */
  tile?: (row: Shown) => ReactNode;
  /** False where one page holds every row. */
  paged?: boolean;
  /** False where a filter that matches nothing has an empty state of its own. */
  filtered?: boolean;
  /** Each row can be opened in a panel beside the list, which shows this below its values. */
  preview?: boolean | ((row: Shown) => ReactNode);
  /** The pointer or the focus nears a row's preview, which may need data of its own. */
  onApproach?: (row: Shown) => void;
};

/** The rows of a list with every state: loading, error, empty, no results, all caught up, changed meanwhile. */
export function ListTable<Row extends RowData, Shown extends RowData = Row>({
  list,
  rows,
  bulk,
  empty,
  paged = true,
  filtered = list.narrowed,
  ...table
}: ListTableProps<Row, Shown>) {
  const { state, position, selection } = list;
  const inTab = list.filtered && !list.narrowed;
  const newestFirst = !('sort' in list.request) || state.sort === '-created_at';
  return (
    <DataTable
      {...table}
      rows={rows ?? (list.rows as readonly Shown[] | undefined)}
      getRowId={list.rowId as unknown as (row: Shown) => string}
      sort={state.sort}
      onSortChange={list.setSort}
      page={state.page}
      chosen={state.columns}
      density={state.density ?? 'regular'}
      pagination={paged && position ? { ...position, onPageChange: list.setPage } : null}
      selection={selection}
      bulkActions={bulk}
      refetching={list.refetching}
      error={list.error}
      onRetry={list.retry}
      filtered={filtered && !list.isQueue}
      onClearFilters={list.clear}
      notice={
        <ChangedNotice
          // Elsewhere a row that moved in from another page would count as new.
          count={state.page === 1 && newestFirst ? list.added : 0}
          noun={list.noun}
          plural={list.plural}
          changed={list.changed}
          onShow={list.show}
        />
      }
      empty={
        list.isQueue ? <CaughtUp /> : inTab ? <EmptyTab plural={list.plural} onShowAll={list.clear} /> : empty
      }
    />
  );
}
