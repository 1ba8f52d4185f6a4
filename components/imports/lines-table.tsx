'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import type { useListState } from '@/components/data-table/use-list-state';
import { failureOf, trpc } from '@/components/providers/trpc';
import { EmptyState } from '@/components/ui/empty-state';
import { ViewTabs } from '@/components/ui/view-tabs';
import { type importList, LINES_PER_PAGE, linesInput } from './import-state';
import { lineColumns } from './line-columns';
import { type ImportRecord, isUnderWay } from './types';

const POLL_MS = 2000;

/** The lines of an import: all of them, or those with problems. */
export function LinesTable({
  record,
  list,
}: {
  record: ImportRecord;
  list: ReturnType<typeof useListState<typeof importList.parsers>>;
}) {
  const { kind, counts } = record;
  const input = linesInput(record.id, list.state);
  const query = trpc.imports.lines.useQuery(input, {
    placeholderData: keepPreviousData,
    refetchInterval: isUnderWay(record) ? POLL_MS : false,
  });
  const columns = useMemo(() => lineColumns(kind), [kind]);
  const failure = query.error && failureOf(query.error);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <ViewTabs
        label="Lines of the file"
        current={list.state.lines ?? 'all'}
        tabs={[
          { key: 'all', label: 'All lines', href: list.hrefWith({ lines: null }), count: all },
          {
            key: 'problems',
            label: 'Problems',
            href: list.hrefWith({ lines: 'problems' }),
            count: counts.error,
          },
        ]}
      />
      <div className="mt-3">
        <DataTable
          caption="Lines of the file"
          columns={columns}
          rows={query.data?.data}
          getRowId={(line) => String(line.line)}
          rowLabel={(line) => `line ${line.line}`}
          refetching={query.isPlaceholderData}
          error={query.error && { message: failure?.message, requestId: failure?.requestId }}
          onRetry={() => void query.refetch()}
          empty={
            <EmptyState
              icon={FileSearch}
              title={list.state.lines === 'problems' ? 'No problems' : 'No lines'}
            >
              {list.state.lines === 'problems' ? 'Every line can be applied.' : 'The file has only a header.'}
            </EmptyState>
          }
          pagination={
            query.data && {
              page: input.page,
              limit: LINES_PER_PAGE,
              total: query.data.pagination.total,
              onPageChange: list.setPage,
            }
          }
        />
      </div>
    </>
  );
}
