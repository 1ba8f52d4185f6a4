'use client';
import { useMemo } from 'react';
import { ChartCard } from '@/components/home/reports/chart-card';
import { Skeleton } from '@/components/ui/base/skeleton';
import { ExportButton } from '@/components/ui/data-table/export-button';
import { formatAmount, formatDay, formatNumber, UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { STATE, STEP } from './labels';
import { traceGraph, traceSummary } from './trace-graph';
import { TracePicture } from './trace-picture';
import type { Batch, TraceStep } from './types';

const STEPS = 500;
const COLUMNS = [
  { label: 'Step' },
  { label: 'State' },
  { label: 'Date' },
  { label: 'Party or place' },
  { label: 'Reference' },
  { label: 'Package tag' },
  { label: 'Units', align: 'right' as const },
];

/** Where the units of a batch came from and went: as a picture, a table and CSV. */
export function TraceCard({
  batch,
  locations,
  timezone,
}: {
  batch: Batch;
  locations: Readonly<Record<string, string>>;
  timezone: string;
}) {
  const { data, error } = trpc.batches.trace.useQuery(
    { id: batch.id, limit: STEPS },
    { refetchInterval: 30_000 },
  );
  const placeName = (id: string) => locations[id] ?? 'Closed location';
  const steps = data?.data;
  const graph = useMemo(
    () => steps && traceGraph(steps, (id) => locations[id] ?? 'Closed location'),
    [steps, locations],
  );
  const total = data?.pagination.total ?? 0;
  const cells = (step: TraceStep) => [
    STEP[step.kind],
    STATE[step.state],
    step.kind === 'item' ? 'Now' : formatDay(step.at, timezone),
    step.party ?? (step.location_id ? placeName(step.location_id) : UNKNOWN),
    step.reference ?? UNKNOWN,
    step.package_tag ?? UNKNOWN,
    formatAmount(step.quantity, step),
  ];
  return (
    <ChartCard
      title="Trace"
      testId="trace"
      summary={
        error
          ? 'The trace could not be loaded. Reload the page to try again.'
          : graph
            ? traceSummary(graph)
            : 'Loading'
      }
      columns={COLUMNS}
      rows={(steps ?? []).map((step, index) => ({ key: String(index), cells: cells(step) }))}
    >
      {graph ? (
        <TracePicture batch={batch.batch_id} graph={graph} />
      ) : (
        !error && <Skeleton className="h-40" />
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2 print:hidden">
        <p className="text-muted text-sm">
          {total > STEPS
            ? `The picture shows the first ${STEPS} of ${formatNumber(total)} steps. The CSV has all of them.`
            : 'Shows direct sources and direct recipients.'}
        </p>
        <ExportButton
          path={`/api/v1/batches/${batch.id}/trace`}
          fileName={`trace-${batch.batch_id}.csv`}
          input={{}}
          label="Export trace"
          size="sm"
        />
      </div>
    </ChartCard>
  );
}
