'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { CalendarX2, History } from 'lucide-react';
import { useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { ExportButton } from '@/components/data-table/export-button';
import { useListState } from '@/components/data-table/use-list-state';
import { formatDate, todayIn } from '@/components/format';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { type SnapshotRow, snapshotColumns } from './snapshot-columns';
import { snapshotInput, snapshotList } from './snapshot-definition';
import { SnapshotToolbar } from './snapshot-toolbar';
import {
  type ComparisonPage,
  itemName,
  type LocationName,
  type SnapshotInput,
  type SnapshotPage,
} from './types';

const POLL_MS = 15_000;

/** What the server rendered the page with. */
export type SnapshotSeed = {
  at: number;
  input: SnapshotInput;
  snapshot?: SnapshotPage;
  comparison?: ComparisonPage;
};

function FutureDay({ day, onToday }: { day: string; onToday: () => void }) {
  return (
    <div className="rounded-lg border border-border bg-surface shadow-xs">
      <Panel
        role="alert"
        icon={CalendarX2}
        tone="warning"
        title={`${formatDate(day)} is in the future`}
        actions={<Button onClick={onToday}>Show today</Button>}
      >
        Choose today or an earlier date.
      </Panel>
    </div>
  );
}

/** The stock of any day, by date and location, beside that of now when asked; all of it in the address. */
export function InventorySnapshot({
  seed,
  locations,
}: {
  seed: SnapshotSeed;
  locations: readonly LocationName[];
}) {
  const { timezone } = useViewer().entity;
  const list = useListState(snapshotList);
  const input = snapshotInput(list.state, timezone);
  const compare = list.state.compare === true;
  const today = todayIn(timezone);
  const future = input.date > today;
  const same = JSON.stringify(input) === JSON.stringify(seed.input);
  const how = { placeholderData: keepPreviousData, initialDataUpdatedAt: seed.at };
  const snapshot = trpc.inventory.snapshot.useQuery(input, {
    ...how,
    enabled: !future && !compare,
    initialData: same ? seed.snapshot : undefined,
    // What is over does not change any more.
    refetchInterval: input.date === today ? POLL_MS : false,
  });
  const comparison = trpc.inventory.comparison.useQuery(input, {
    ...how,
    enabled: !future && compare,
    initialData: same ? seed.comparison : undefined,
    refetchInterval: POLL_MS,
  });
  const query = compare ? comparison : snapshot;
  const rows: readonly SnapshotRow[] | undefined = query.data?.data;

  const columns = useMemo(() => {
    const names = new Map(locations.map(({ id, name }) => [id, name]));
    return snapshotColumns({ locationName: (id) => names.get(id) ?? 'Closed location', compare });
  }, [locations, compare]);

  const failure = query.error && failureOf(query.error);
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: 'Inventory', href: '/inventory' }]}
        title="Inventory snapshot"
        description={
          future
            ? `What you held at the end of a day, ${timezone} time.`
            : `What you held at the end of ${formatDate(input.date)}, ${timezone} time.`
        }
        actions={
          !future && (
            <ExportButton
              path={compare ? '/api/v1/inventory/snapshot/comparison' : '/api/v1/inventory/snapshot'}
              input={input}
              fileName={`inventory-${input.date}.csv`}
            />
          )
        }
      />
      <SnapshotToolbar list={list} day={input.date} today={today} locations={locations} />
      {future ? (
        <FutureDay day={input.date} onToday={() => list.setFilters({ date: today })} />
      ) : (
        <DataTable
          caption="Inventory snapshot"
          columns={columns}
          rows={rows}
          getRowId={(item) => item.id}
          rowLabel={itemName}
          refetching={query.isPlaceholderData || (query.isFetching && query.isError)}
          error={query.error && { message: failure?.message, requestId: failure?.requestId }}
          onRetry={() => void query.refetch()}
          empty={
            <EmptyState icon={History} title={`No stock on ${formatDate(input.date)}`}>
              You had no items by the end of that day.
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
      )}
    </>
  );
}
