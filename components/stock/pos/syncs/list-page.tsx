'use client';
import { RefreshCw, Settings2 } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { LocationName } from '@/components/stock/inventory/types';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { showDone, showFailure, showPartly } from '@/components/ui/base/toast';
import { parseAsId } from '@/components/ui/data-table/list-definition';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatCount, formatNumber } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import { useViewer } from '@/components/ui/providers/viewer';
import { syncColumns, syncName } from './columns';
import { isActive, STATUS } from './labels';
import { syncsList } from './list';
import { MappingsSection } from './mappings-section';
import type { SyncStatus } from './types';
import { UnmatchedSection } from './unmatched-section';
import { useFinished } from './use-finished';

const SyncNowDialog = lazy(() => import('./sync-now-dialog').then((m) => ({ default: m.SyncNowDialog })));
const RunDialog = lazy(() => import('./run-dialog').then((m) => ({ default: m.RunDialog })));

const CALM_MS = 15_000;
const ACTIVE_MS = 2_000;
const STATUSES = (Object.keys(STATUS) as SyncStatus[]).map((value) => ({ value, label: STATUS[value] }));

/** POS syncs and unmatched items. */
export function SyncsPage({ locations }: { locations: readonly LocationName[] }) {
  const { entity, can } = useViewer();
  const { timezone } = entity;
  const refresh = useRefresh();
  const [starting, setStarting] = useState(false);
  const [open, setOpen] = useQueryState('run', parseAsId.withOptions({ history: 'push', scroll: false }));
  const list = useServerList(syncsList, trpc.inventory.sync.list, {
    poll: (runs) => (runs.some(isActive) ? ACTIVE_MS : CALM_MS),
  });
  useFinished(list.latest, (run) => {
    if (run.status === 'failed') showFailure('Sync failed', run.errors[0]?.message);
    else {
      const changed = `${formatCount(run.updated, 'row')} updated, ${formatCount(run.created, 'row')} created`;
      if (run.failed > 0) {
        showPartly(`${formatNumber(run.failed)} of ${formatCount(run.processed, 'item')} failed`, changed, {
          label: 'View errors',
          act: () => void setOpen(run.id),
        });
      } else showDone('Sync completed', changed);
    }
    void refresh('inventory.sync.completed');
  });

  const names = useMemo(() => new Map(locations.map(({ id, name }) => [id, name])), [locations]);
  const locationName = useCallback((id: string) => names.get(id) ?? 'Closed location', [names]);
  const locationId = list.state.location_id ?? undefined;
  const columns = useMemo(
    () => syncColumns({ timezone, locationName, onView: ({ id }) => void setOpen(id) }),
    [timezone, locationName, setOpen],
  );

  const syncNow = can('sync:inventory') && (
    <Button variant="primary" onClick={() => setStarting(true)}>
      <RefreshCw aria-hidden />
      Sync now
    </Button>
  );
  return (
    <ListPage
      breadcrumbs={[{ label: 'Inventory', href: '/inventory' }]}
      title="Syncs"
      description="Stock counts from your locations' POS."
      actions={
        <>
          {can('update:entity') && (
            <Button asChild>
              <Link href="/settings/pos">
                <Settings2 aria-hidden />
                Settings
              </Link>
            </Button>
          )}
          {syncNow}
        </>
      }
      list={list}
      columns={columns}
      rowLabel={(run) => syncName(run, timezone)}
      filters={
        <>
          <SelectFilter
            list={list}
            name="location_id"
            label="Location"
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SelectFilter list={list} name="status" label="Status" options={STATUSES} />
          <ToggleFilter list={list} name="failing" label="Failing now" />
        </>
      }
      skeletonRows={5}
      empty={
        <EmptyState icon={RefreshCw} title="No syncs yet">
          Each sync of a location's POS appears here, with its counts and errors.
        </EmptyState>
      }
    >
      <UnmatchedSection locationId={locationId} locationName={locationName} />
      <MappingsSection locationId={locationId} locationName={locationName} />
      <Suspense>
        {starting && (
          <SyncNowDialog
            initialLocation={locationId}
            onStarted={() => {
              setStarting(false);
              list.show();
            }}
            onClose={() => setStarting(false)}
          />
        )}
        {open && (
          <RunDialog
            id={open}
            known={list.latest?.find(({ id }) => id === open)}
            locationName={locationName}
            onClose={() => void setOpen(null)}
          />
        )}
      </Suspense>
    </ListPage>
  );
}
