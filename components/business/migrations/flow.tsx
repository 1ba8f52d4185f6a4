'use client';
import { FileX2, RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Panel } from '@/components/ui/base/panel';
import type { Step } from '@/components/ui/base/stepper';
import { WarningNote } from '@/components/ui/base/warning-note';
import { formatNumber } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import { FlowPage } from '@/components/ui/shell/flow-page';
import { KindsTable } from './kinds-table';
import { KIND, SYSTEM } from './labels';
import { MapStep } from './map-step';
import { SourceStep } from './source-step';
import { isAtWork, type Migration } from './types';

const POLL_MS = 1000;
const STEPS = ['source', 'map', 'preview', 'apply', 'report'] as const;
type StepKey = (typeof STEPS)[number];
const LABELS: Record<StepKey, string> = {
  source: 'Source',
  map: 'Map',
  preview: 'Preview',
  apply: 'Apply',
  report: 'Report',
};

/** A move from another system in five steps. */
export function MigrationFlow({ first }: { first: Migration }) {
  const { id } = first;
  const utils = trpc.useUtils();
  const router = useRouter();
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<StepKey | null>(null);
  const { data: migration = first } = trpc.migrations.get.useQuery(
    { id },
    {
      initialData: first,
      refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? POLL_MS : false),
    },
  );
  const keep = (next: Migration) => utils.migrations.get.setData({ id }, next);
  const apply = trpc.migrations.confirm.useMutation({
    onSuccess: (next) => {
      keep(next);
      setChosen(null);
      void refresh('migration.completed');
    },
    onError: (error) => showError("Couldn't apply it", error),
  });
  const read = trpc.migrations.read.useMutation({
    onSuccess: keep,
    onError: (error) => showError("Couldn't read it", error),
  });
  const remove = trpc.migrations.remove.useMutation({
    onSuccess: () => router.push('/settings/moving-in'),
    onError: (error) => showError("Couldn't delete it", error),
  });
  const { status, error, applied_at } = migration;
  const at = chosen ?? stepOf(migration);
  const unmapped = migration.kinds.filter((one) => one.status === 'mapping');
  return (
    <FlowPage
      title={`Move in from ${SYSTEM[migration.system]}`}
      breadcrumbs={[
        { label: 'Connections', href: '/settings/integrations' },
        { label: 'Move in', href: '/settings/moving-in' },
      ]}
      actions={
        applied_at === null && (
          <Button onClick={() => remove.mutate({ id })} pending={remove.isPending}>
            Delete
          </Button>
        )
      }
      stepsLabel="Steps of the move"
      steps={stepsOf(at, status)}
    >
      <div className="flex flex-col gap-5">
        {status === 'failed' && error && (
          <Panel
            icon={FileX2}
            role="alert"
            tone="danger"
            title={applied_at ? 'Stopped while it was applied' : "Couldn't read everything"}
            actions={
              <Button
                variant="primary"
                pending={read.isPending || apply.isPending}
                onClick={() => (applied_at ? apply.mutate({ id }) : read.mutate({ id }))}
              >
                Resume
              </Button>
            }
          >
            {error.message} {applied_at && 'What was applied stays, and is not applied again.'}
          </Panel>
        )}
        {isAtWork(migration) && (
          <Panel
            icon={RefreshCw}
            role="status"
            title={status === 'reading' ? 'Reading and checking' : 'Applying'}
          >
            {status === 'reading'
              ? `${formatNumber(migration.rows_read)} rows read so far. You can leave this page.`
              : 'Each line is applied once. You can leave this page.'}
          </Panel>
        )}
        {at === 'source' && !isAtWork(migration) && <SourceStep migration={migration} onChange={keep} />}
        {at === 'map' && !isAtWork(migration) && (
          <MapStep
            migration={migration}
            onChange={(next) => {
              keep(next);
              setChosen('preview');
            }}
          />
        )}
        {at === 'preview' && status === 'ready' && unmapped.length > 0 && (
          <WarningNote>
            Say first what the columns of {unmapped.map(({ kind }) => KIND[kind].toLowerCase()).join(', ')}{' '}
            mean.
          </WarningNote>
        )}
        {at === 'preview' && status === 'ready' && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              disabled={unmapped.length > 0}
              pending={apply.isPending}
              onClick={() => apply.mutate({ id })}
            >
              Apply everything
            </Button>
            <Button onClick={() => setChosen('map')}>Map locations and categories</Button>
            <Button onClick={() => setChosen('source')}>Change source</Button>
          </div>
        )}
        {at !== 'source' && at !== 'map' && <KindsTable migration={migration} />}
      </div>
    </FlowPage>
  );
}

function stepOf({ status, found, applied_at }: Migration): StepKey {
  if (status === 'completed') return 'report';
  if (applied_at !== null) return 'apply';
  if (status === 'draft' || status === 'failed') return 'source';
  const isUnmapped = (found?.locations.length ?? 0) + (found?.categories.length ?? 0) > 0;
  return status === 'ready' && isUnmapped ? 'map' : 'preview';
}

function stepsOf(at: StepKey, status: Migration['status']): Step[] {
  const now = STEPS.indexOf(at);
  return STEPS.map((key, index) => ({
    key,
    label: LABELS[key],
    state:
      index < now || status === 'completed'
        ? 'done'
        : index > now
          ? 'upcoming'
          : status === 'failed'
            ? 'stopped'
            : 'current',
  }));
}
