'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { ListToolbar } from '@/components/data-table/toolbar';
import { useListState } from '@/components/data-table/use-list-state';
import { DeveloperTabs } from '@/components/developers/developer-tabs';
import { ChangedNotice } from '@/components/inventory/changed-notice';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/combobox';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { endpointsColumns } from './endpoints-columns';
import { endpointsList, endpointsQuery, MOST_ENDPOINTS } from './endpoints-list';
import type { EndpointPage, EndpointsQuery, EventChoice } from './types';
import { useEndpointHealth } from './use-endpoint-health';
import { useShownRows } from './use-shown-rows';

const AddEndpointDialog = lazy(() =>
  import('./add-endpoint-dialog').then((m) => ({ default: m.AddEndpointDialog })),
);

const POLL_MS = 15_000;
const STATES = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Disabled' },
];

/** The endpoints of the business. @param first what the server has already read, at an instant */
export function EndpointsPage({
  first,
  existing,
  choices,
}: {
  first: { input: EndpointsQuery; page: EndpointPage; at: number };
  /** How many endpoints there were then, whatever the filters. */
  existing: number;
  choices: readonly EventChoice[];
}) {
  const { entity, can } = useViewer();
  const [adding, setAdding] = useState(false);
  const list = useListState(endpointsList);
  const input = endpointsQuery(list.state);
  const isFirst = JSON.stringify(input) === JSON.stringify(first.input);
  const query = trpc.webhooks.list.useQuery(input, {
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    ...(isFirst && { initialData: first.page, initialDataUpdatedAt: first.at }),
  });
  const calm = useShownRows(query.data?.data, JSON.stringify(input), !query.isPlaceholderData);
  const health = useEndpointHealth(calm.rows ?? [], POLL_MS);
  const columns = useMemo(() => endpointsColumns(entity.timezone), [entity.timezone]);
  const rows = calm.rows?.map((endpoint) => ({ ...endpoint, health: health.get(endpoint.id) }));

  const count = list.filtered ? existing : (query.data?.pagination.total ?? existing);
  const full = count >= MOST_ENDPOINTS;
  const failure = failureOf(query.error);
  const add = can('create:webhooks') && (
    <Button variant="primary" disabled={full} onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add endpoint
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description={
          full
            ? `A business has at most ${MOST_ENDPOINTS} endpoints. Delete one to add another.`
            : 'Send events to your programs as they happen.'
        }
        actions={add}
      />
      <DeveloperTabs current="webhooks" />
      <ListToolbar filtered={list.filtered} onClear={list.clear}>
        <FilterSelect
          label="State"
          options={STATES}
          value={list.state.active ? [list.state.active] : []}
          onValueChange={([active]) =>
            list.setFilters({ active: active === 'true' || active === 'false' ? active : null })
          }
        />
      </ListToolbar>
      <DataTable
        caption="Webhook endpoints"
        columns={columns}
        rows={rows}
        getRowId={(endpoint) => endpoint.id}
        rowLabel={(endpoint) => endpoint.url}
        sort={list.state.sort}
        onSortChange={list.setSort}
        notice={<ChangedNotice moved={calm.changed} added={calm.added} onShow={calm.show} />}
        refetching={query.isPlaceholderData || (query.isFetching && query.isError)}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        filtered={list.filtered}
        onClearFilters={list.clear}
        skeletonRows={3}
        empty={
          <EmptyState icon={Webhook} title="No endpoints yet" action={add}>
            Add the address of your program to receive signed events, with retries.
          </EmptyState>
        }
      />
      <Suspense>
        {adding && (
          <AddEndpointDialog
            choices={choices}
            onClose={() => {
              setAdding(false);
              calm.show();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
