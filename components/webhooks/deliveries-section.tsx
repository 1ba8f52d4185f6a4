'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { History, Inbox } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { ListToolbar } from '@/components/data-table/toolbar';
import { useListState } from '@/components/data-table/use-list-state';
import { ChangedNotice } from '@/components/inventory/changed-notice';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/combobox';
import { EmptyState } from '@/components/ui/empty-state';
import { showDone } from '@/components/ui/toast';
import { deliveriesList, deliveriesQuery, STATUS_OPTIONS } from './deliveries-list';
import { deliveryColumns, deliveryName } from './delivery-columns';
import { pollInterval } from './poll-interval';
import type { DeliveriesQuery, Delivery, DeliveryPage, Endpoint, EventChoice } from './types';
import { useShownRows } from './use-shown-rows';

const DeliveryDialog = lazy(() => import('./delivery-dialog').then((m) => ({ default: m.DeliveryDialog })));
const ReplayFailedDialog = lazy(() =>
  import('./replay-failed-dialog').then((m) => ({ default: m.ReplayFailedDialog })),
);

/** The deliveries to an endpoint, newest first. @param first what the server has already read, at an instant */
export function DeliveriesSection({
  endpoint,
  first,
  acts,
  choices,
}: {
  endpoint: Endpoint;
  first: { input: DeliveriesQuery; page: DeliveryPage; at: number };
  /** Rises when something was done elsewhere on the page that is to be seen here at once. */
  acts: number;
  choices: readonly EventChoice[];
}) {
  const { entity, can } = useViewer();
  const { timezone } = entity;
  const [viewed, setViewed] = useState<Delivery | null>(null);
  const [replaying, setReplaying] = useState(false);
  const list = useListState(deliveriesList);
  const { state } = list;
  const input = deliveriesQuery(endpoint.id, state);
  const isFirst = JSON.stringify(input) === JSON.stringify(first.input);
  const query = trpc.webhooks.deliveries.useQuery(input, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => pollInterval(data?.data ?? []),
    ...(isFirst && { initialData: first.page, initialDataUpdatedAt: first.at }),
  });
  const calm = useShownRows(query.data?.data, `${acts} ${JSON.stringify(input)}`, !query.isPlaceholderData);
  const show = useRef(calm.show);
  useEffect(() => {
    show.current = calm.show;
  });
  const mayReplay = can('update:webhooks') ? endpoint.active : null;
  const columns = useMemo(
    () => deliveryColumns({ timezone, mayReplay, onView: setViewed, onReplayed: () => show.current() }),
    [timezone, mayReplay],
  );
  const failure = failureOf(query.error);
  return (
    <section aria-labelledby="deliveries">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="deliveries" className="font-semibold text-base">
          Deliveries
        </h2>
        {mayReplay !== null && (
          <Button
            size="sm"
            disabled={!mayReplay}
            title={mayReplay ? undefined : 'Enable the endpoint first'}
            onClick={() => setReplaying(true)}
          >
            <History aria-hidden />
            Replay failed since…
          </Button>
        )}
      </div>
      <ListToolbar filtered={list.filtered} onClear={list.clear}>
        <FilterSelect
          label="Status"
          options={STATUS_OPTIONS}
          value={state.status ? [state.status] : []}
          onValueChange={([status]) =>
            list.setFilters({ status: STATUS_OPTIONS.find((one) => one.value === status)?.value ?? null })
          }
        />
        <FilterSelect
          label="Event"
          options={choices.map(({ name }) => ({ value: name, label: name }))}
          value={state.event_type ? [state.event_type] : []}
          onValueChange={([event]) =>
            list.setFilters({ event_type: choices.find(({ name }) => name === event)?.name ?? null })
          }
        />
      </ListToolbar>
      <DataTable
        caption="Deliveries"
        columns={columns}
        rows={calm.rows}
        getRowId={(delivery) => delivery.id}
        rowLabel={(delivery) => deliveryName(delivery, timezone)}
        sort={state.sort}
        onSortChange={list.setSort}
        pagination={query.data && { ...query.data.pagination, page: state.page, onPageChange: list.setPage }}
        notice={<ChangedNotice moved={calm.changed} added={calm.added} onShow={calm.show} />}
        refetching={query.isPlaceholderData || (query.isFetching && query.isError)}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        filtered={list.filtered}
        onClearFilters={list.clear}
        empty={
          <EmptyState icon={Inbox} title="No deliveries yet">
            Send a test event, or wait for an event that this endpoint subscribes to.
          </EmptyState>
        }
      />
      <Suspense>
        {viewed && (
          <DeliveryDialog
            endpointId={endpoint.id}
            delivery={viewed}
            mayReplay={mayReplay}
            onReplayed={() => show.current()}
            onClose={() => setViewed(null)}
          />
        )}
        {replaying && (
          <ReplayFailedDialog
            endpointId={endpoint.id}
            onDone={(text) => {
              showDone(text);
              show.current();
            }}
            onClose={() => setReplaying(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
