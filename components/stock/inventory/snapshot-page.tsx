'use client';
import { CalendarX2, History } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { PageHeader } from '@/components/ui/base/page-header';
import { Panel } from '@/components/ui/base/panel';
import { ExportButton } from '@/components/ui/data-table/export-button';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useListState } from '@/components/ui/data-table/use-list-state';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatDate, todayIn } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { zoneName } from '@/server/kernel/delivery-window';
import { type SnapshotRow, snapshotColumns } from './snapshot-columns';
import { snapshotList } from './snapshot-list';
import { SnapshotToolbar } from './snapshot-toolbar';
import { itemName, type LocationName } from './types';

const POLL_MS = 15_000;

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
export function SnapshotPage({ locations }: { locations: readonly LocationName[] }) {
  const { timezone } = useViewer().entity;
  const today = todayIn(timezone);
  const { state, setFilters } = useListState(snapshotList);
  const { date } = snapshotList.request(state, timezone);
  const compare = state.compare === true;
  const future = date > today;
  const list = useServerList(snapshotList, compare ? trpc.inventory.comparison : trpc.inventory.snapshot, {
    scope: timezone,
    steady: false,
    enabled: !future,
    // A day that is over doesn't change; what it is compared with does.
    poll: () => (compare || date === today ? POLL_MS : false),
  });

  const columns = useMemo(() => {
    const names = new Map(locations.map(({ id, name }) => [id, name]));
    return snapshotColumns({ locationName: (id) => names.get(id) ?? 'Closed location', compare });
  }, [locations, compare]);

  const toolbar = <SnapshotToolbar list={list} day={date} today={today} locations={locations} />;
  const head = {
    breadcrumbs: [{ label: 'Inventory', href: '/inventory' }],
    title: 'Inventory snapshot',
    description: `Your stock at the end of ${future ? 'a day' : formatDate(date)} (${zoneName(timezone)}).`,
  };
  if (future) {
    return (
      <>
        <PageHeader {...head} />
        {toolbar}
        <FutureDay day={date} onToday={() => setFilters({ date: today })} />
      </>
    );
  }
  return (
    <ListPage<SnapshotRow>
      {...head}
      actions={
        <ExportButton
          path={compare ? '/api/v1/inventory/snapshot/comparison' : '/api/v1/inventory/snapshot'}
          input={list.request}
          fileName={`inventory-${date}.csv`}
        />
      }
      bar={toolbar}
      list={list}
      columns={columns}
      rowLabel={itemName}
      filtered={false}
      empty={
        <EmptyState icon={History} title={`No stock on ${formatDate(date)}`}>
          You had no stock at the end of that day.
        </EmptyState>
      }
    />
  );
}
