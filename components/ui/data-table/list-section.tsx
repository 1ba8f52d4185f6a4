'use client';
import { keepPreviousData } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import type { InferQueryLikeInput } from '@trpc/react-query/shared';
import { type ReactNode, useState } from 'react';
import { Section } from '@/components/ui/base/section';
import { failureOf } from '@/components/ui/forms/failure';
import { columnsOf, type DataTableColumns } from './columns';
import { DataTable } from './data-table';
import type { Page, Procedure, RowOf } from './use-server-list';

const POLL_MS = 15_000;

type Row<P> = Extract<RowOf<P>, RowData>;

type UseQuery<Row> = (
  input: object,
  options: { placeholderData: typeof keepPreviousData; refetchInterval: number },
) => {
  data: Page<Row> | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
};

/** A list inside a resource's page: its query, polling, pages and states. A list with filters is `useServerList`'s. */
export function ListSection<P extends Procedure>({
  id,
  title,
  caption = title,
  actions,
  procedure,
  input,
  columns,
  rowLabel,
  rowId = (row) => (row as { id: string }).id,
  paged = true,
  preview,
  empty,
}: {
  id?: string;
  title: string;
  /** Names the table for assistive technology. */
  caption?: string;
  /** Beside the title; given the number of rows. */
  actions?: (total: number) => ReactNode;
  /** A list procedure of the router: `trpc.inventory.list`. */
  procedure: P;
  /** What it asks; a server component that prefetches the first page gives the same. */
  input: InferQueryLikeInput<P> & object;
  /** Memoized; or a function that builds them once. */
  columns:
    | DataTableColumns<Row<P>>
    | ((column: ReturnType<typeof columnsOf<Row<P>>>) => DataTableColumns<Row<P>>);
  rowLabel: (row: Row<P>) => string;
  /** A row's identity, where it has no `id`. */
  rowId?: (row: Row<P>) => string;
  /** False where the first page is all that is shown. */
  paged?: boolean;
  /** Each row can be opened, for the columns that have no room. */
  preview?: boolean;
  empty: ReactNode;
}) {
  // Another input begins at its first page.
  const asked = JSON.stringify(input);
  const [turned, setTurned] = useState({ asked, page: 1 });
  const page = turned.asked === asked ? turned.page : 1;
  const [built] = useState(() => (typeof columns === 'function' ? columns(columnsOf<Row<P>>()) : null));
  const useQuery = procedure.useQuery as unknown as UseQuery<Row<P>>;
  const query = useQuery(page === 1 ? input : { ...input, page }, {
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const failure = query.error ? failureOf(query.error) : null;
  const position = query.data?.pagination;
  return (
    <Section id={id} title={title} actions={actions?.(position?.total ?? 0)}>
      <DataTable
        caption={caption}
        columns={built ?? (columns as DataTableColumns<Row<P>>)}
        rows={query.data?.data}
        getRowId={rowId}
        rowLabel={rowLabel}
        page={page}
        pagination={
          paged && position
            ? { ...position, onPageChange: (to: number) => setTurned({ asked, page: to }) }
            : null
        }
        shortcuts={false}
        preview={preview}
        skeletonRows={3}
        refetching={query.isPlaceholderData || (query.isFetching && query.isError)}
        error={query.error ? { message: failure?.message, requestId: failure?.requestId } : null}
        onRetry={() => void query.refetch()}
        empty={empty}
      />
    </Section>
  );
}
