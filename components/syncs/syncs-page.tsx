'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { RefreshCw, Settings2 } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { ListToolbar } from '@/components/data-table/toolbar';
import { useListState } from '@/components/data-table/use-list-state';
import { formatCount } from '@/components/format';
import { ChangedNotice } from '@/components/inventory/changed-notice';
import { parseAsId } from '@/components/inventory/list-definition';
import type { LocationName } from '@/components/inventory/types';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/combobox';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { showDone, showFailure } from '@/components/ui/toast';
import { useShownRows } from '@/components/webhooks/use-shown-rows';
import { useInvalidateSyncs } from './invalidate';
import { MappingsSection } from './mappings-section';
import { syncColumns, syncName } from './sync-columns';
import { syncsList, syncsQuery } from './syncs-list';
import type { SyncPage, SyncStatus, SyncsQuery } from './types';
import { UnmatchedSection } from './unmatched-section';
import { useFinished } from './use-finished';
import { isActive, STATUS } from './words';

const SyncNowDialog = lazy(() => import('./sync-now-dialog').then((m) => ({ default: m.SyncNowDialog })));
const RunDialog = lazy(() => import('./run-dialog').then((m) => ({ default: m.RunDialog })));

const CALM_MS = 15_000;
const ACTIVE_MS = 2_000;
const STATUSES = (Object.keys(STATUS) as SyncStatus[]).map((value) => ({ value, label: STATUS[value] }));

/** The syncs with points of sale, and what they left to be mapped. @param first what the server has already read, at an instant */
export function SyncsPage({
  first,
  locations,
}: {
  first: { input: SyncsQuery; page: SyncPage; at: number };
  locations: readonly LocationName[];
}) {
  const { entity, can } = useViewer();
  const { timezone } = entity;
  const invalidate = useInvalidateSyncs();
  const [starting, setStarting] = useState(false);
  const [open, setOpen] = useQueryState('run', parseAsId.withOptions({ history: 'push', scroll: false }));
  const list = useListState(syncsList);
  const input = syncsQuery(list.state);
  const isFirst = JSON.stringify(input) === JSON.stringify(first.input);
  const query = trpc.inventory.sync.list.useQuery(input, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) ? ACTIVE_MS : CALM_MS),
    ...(isFirst && { initialData: first.page, initialDataUpdatedAt: first.at }),
  });
  const calm = useShownRows(query.data?.data, JSON.stringify(input), !query.isPlaceholderData);
  useFinished(query.data?.data, (run) => {
    if (run.status === 'failed') showFailure('Sync failed', run.errors[0]?.message);
    else
      showDone(
        'Sync completed',
        `${formatCount(run.updated, 'row')} updated, ${formatCount(run.created, 'row')} created, ${formatCount(run.failed, 'item')} failed`,
      );
    void invalidate();
  });

  const names = useMemo(() => new Map(locations.map(({ id, name }) => [id, name])), [locations]);
  const locationName = useCallback((id: string) => names.get(id) ?? 'Closed location', [names]);
  const locationId = list.state.location_id ?? undefined;
  const columns = useMemo(
    () => syncColumns({ timezone, locationName, onView: ({ id }) => void setOpen(id) }),
    [timezone, locationName, setOpen],
  );

  const failure = failureOf(query.error);
  const syncNow = can('sync:inventory') && (
    <Button variant="primary" onClick={() => setStarting(true)}>
      <RefreshCw aria-hidden />
      Sync now
    </Button>
  );
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: 'Inventory', href: '/inventory' }]}
        title="Syncs"
        description="Stock counts from your locations' POS."
        actions={
          <>
            {can('update:entity') && (
              <Button asChild>
                <Link href="/settings/inventory">
                  <Settings2 aria-hidden />
                  Settings
                </Link>
              </Button>
            )}
            {syncNow}
          </>
        }
      />
      <ListToolbar filtered={list.filtered} onClear={list.clear}>
        <FilterSelect
          label="Location"
          options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          value={list.state.location_id ? [list.state.location_id] : []}
          onValueChange={([id]) => list.setFilters({ location_id: id ?? null })}
        />
        <FilterSelect
          label="Status"
          options={STATUSES}
          value={list.state.status ? [list.state.status] : []}
          onValueChange={([status]) =>
            list.setFilters({ status: (status as SyncStatus | undefined) ?? null })
          }
        />
      </ListToolbar>
      <DataTable
        caption="Syncs"
        columns={columns}
        rows={calm.rows}
        getRowId={(run) => run.id}
        rowLabel={(run) => syncName(run, timezone)}
        sort={list.state.sort}
        onSortChange={list.setSort}
        notice={<ChangedNotice moved={calm.changed} added={calm.added} onShow={calm.show} />}
        refetching={query.isPlaceholderData || (query.isFetching && query.isError)}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        filtered={list.filtered}
        onClearFilters={list.clear}
        skeletonRows={5}
        empty={
          <EmptyState icon={RefreshCw} title="No syncs yet" action={syncNow}>
            A sync imports the counts of a location's POS.
          </EmptyState>
        }
        pagination={
          query.data && {
            page: input.page,
            limit: input.limit,
            total: query.data.pagination.total,
            onPageChange: list.setPage,
          }
        }
      />
      <UnmatchedSection locationId={locationId} locationName={locationName} />
      <MappingsSection locationId={locationId} locationName={locationName} />
      <Suspense>
        {starting && (
          <SyncNowDialog
            locations={locations}
            initialLocation={locationId}
            onStarted={() => {
              setStarting(false);
              calm.show();
            }}
            onClose={() => setStarting(false)}
          />
        )}
        {open && (
          <RunDialog
            id={open}
            known={query.data?.data.find(({ id }) => id === open)}
            locationName={locationName}
            onClose={() => void setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}
