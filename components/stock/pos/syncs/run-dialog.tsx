'use client';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Skeleton } from '@/components/ui/base/skeleton';
import { failureOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { syncName } from './columns';
import { isActive } from './labels';
import { RunView } from './run-view';
import type { SyncRun } from './types';

const POLL_MS = 2_000;

/** One run over the list of all, followed while it is under way. @param known what the list already shows of it */
export function RunDialog({
  id,
  known,
  locationName,
  onClose,
}: {
  id: string;
  known: SyncRun | undefined;
  locationName: (id: string) => string;
  onClose: () => void;
}) {
  const { timezone } = useViewer().entity;
  const query = trpc.inventory.sync.get.useQuery(
    { id },
    {
      placeholderData: known,
      refetchInterval: ({ state }) => (!state.data || isActive(state.data) ? POLL_MS : false),
    },
  );
  const run = query.data;
  const name = run ? syncName(run, timezone) : 'sync';
  const failure = failureOf(query.error);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name.charAt(0).toUpperCase() + name.slice(1)}
      description={run && locationName(run.location_id)}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {run ? (
        <RunView run={run} />
      ) : query.error ? (
        <ErrorPanel
          title={failure?.code === 'NOT_FOUND' ? 'Sync not found' : undefined}
          message={failure?.message}
          requestId={failure?.requestId}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
}
