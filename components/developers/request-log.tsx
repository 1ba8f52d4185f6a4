'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { ListToolbar } from '@/components/data-table/toolbar';
import { useListState } from '@/components/data-table/use-list-state';
import { ChangedNotice } from '@/components/inventory/changed-notice';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { FilterSelect } from '@/components/ui/combobox';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterToggle } from '@/components/ui/filter-toggle';
import { useShownRows } from '@/components/webhooks/use-shown-rows';
import { requestColumns } from './request-columns';
import { METHODS, requestsList, requestsQuery } from './requests-list';
import type { RequestPage, RequestsQuery } from './types';

const POLL_MS = 15_000;
const METHOD_OPTIONS = METHODS.map((value) => ({ value, label: value }));

/** The business's requests over REST, newest first. @param first what the server has already read, at an instant */
export function RequestLog({ first }: { first: { input: RequestsQuery; page: RequestPage; at: number } }) {
  const { timezone } = useViewer().entity;
  const list = useListState(requestsList);
  const { state } = list;
  const input = requestsQuery(state);
  const isFirst = JSON.stringify(input) === JSON.stringify(first.input);
  const query = trpc.usage.requests.useQuery(input, {
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    ...(isFirst && { initialData: first.page, initialDataUpdatedAt: first.at }),
  });
  const calm = useShownRows(query.data?.data, JSON.stringify(input), !query.isPlaceholderData);
  const columns = useMemo(() => requestColumns(timezone), [timezone]);
  const failure = failureOf(query.error);
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="font-semibold text-base">
        Requests
      </h2>
      <ListToolbar filtered={list.filtered} onClear={list.clear}>
        <FilterToggle
          label="Failed"
          pressed={state.failed === true}
          onPressedChange={(failed) => list.setFilters({ failed: failed || null })}
        />
        <FilterSelect
          label="Method"
          options={METHOD_OPTIONS}
          value={state.method ? [state.method] : []}
          onValueChange={([method]) =>
            list.setFilters({ method: METHODS.find((one) => one === method) ?? null })
          }
        />
      </ListToolbar>
      <DataTable
        caption="Requests"
        columns={columns}
        rows={calm.rows}
        getRowId={(request) => request.id}
        rowLabel={(request) => `${request.method} ${request.path}`}
        pagination={query.data && { ...query.data.pagination, page: state.page, onPageChange: list.setPage }}
        notice={<ChangedNotice moved={calm.changed} added={calm.added} onShow={calm.show} />}
        refetching={query.isPlaceholderData || (query.isFetching && query.isError)}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        filtered={list.filtered}
        onClearFilters={list.clear}
        empty={
          <EmptyState icon={ScrollText} title="No requests yet">
            REST requests of the last 30 days appear here with their status and request id.
          </EmptyState>
        }
      />
    </section>
  );
}
