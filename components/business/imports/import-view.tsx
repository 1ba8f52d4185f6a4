'use client';
import { FileX2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/base/button';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Panel } from '@/components/ui/base/panel';
import { Skeleton } from '@/components/ui/base/skeleton';
import type { ListState } from '@/components/ui/data-table/use-list-state';
import { failureOf } from '@/components/ui/forms/failure';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import { ColumnsStep } from './columns-step';
import { ImportCounts } from './import-counts';
import { ImportProgress } from './import-progress';
import { KIND, stoppedText } from './labels';
import { LinesTable } from './lines-table';
import type { importList } from './list';
import { PreviewActions } from './preview-step';
import { ResultStep } from './result-step';
import { type ImportKind, type ImportRecord, isUnderWay } from './types';
import { Unread } from './unread';

const CHECK_POLL_MS = 700;
const APPLY_POLL_MS = 2000;

/** One import, at whichever step it is. */
export function ImportView({
  id,
  kind,
  list,
  onRecord,
}: {
  id: string;
  kind: ImportKind;
  list: ListState<typeof importList.parsers>;
  /** Called with what is known of it, for the steps above. */
  onRecord: (record: ImportRecord | null) => void;
}) {
  const utils = trpc.useUtils();
  const refresh = useRefresh();
  const query = trpc.imports.get.useQuery(
    { id },
    {
      refetchInterval: ({ state: { data } }) =>
        data && isUnderWay(data) ? (data.status === 'checking' ? CHECK_POLL_MS : APPLY_POLL_MS) : false,
      refetchIntervalInBackground: false,
    },
  );
  const discard = trpc.imports.discard.useMutation({
    onSuccess: async () => {
      // A run that was stopped is still there, and says what it did.
      if (query.data?.status !== 'applying') return begin();
      await query.refetch();
      await refresh('import.changed');
    },
    onError: (error) =>
      showError(
        query.data?.status === 'applying' ? "Couldn't stop the import" : "Couldn't discard the file",
        error,
      ),
  });
  const record = query.data;
  useEffect(() => {
    onRecord(record ?? null);
  }, [record, onRecord]);
  useFinished(record);

  const keep = (next: ImportRecord) => {
    utils.imports.get.setData({ id: next.id }, next);
  };
  const begin = () => {
    void refresh('import.changed');
    list.setFilters({ import: null, step: null, lines: null });
  };
  const throwAway = () => discard.mutate({ id });

  if (query.error && !record) {
    const failure = failureOf(query.error);
    if (failure?.code !== 'NOT_FOUND') {
      return (
        <ErrorPanel
          message={failure?.message}
          requestId={failure?.requestId}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      );
    }
    return (
      <Panel
        icon={FileX2}
        title="This file no longer exists"
        actions={<Button onClick={begin}>Choose a file</Button>}
      >
        It was discarded, or you don't have access to it.
      </Panel>
    );
  }
  if (!record) return <Skeleton className="h-64" />;
  if (record.kind !== kind) {
    return (
      <Panel
        icon={FileX2}
        title="This is another kind of import"
        actions={
          <Button asChild>
            <a href={`${KIND[record.kind].path}?import=${id}`}>Open import</a>
          </Button>
        }
      >
        {KIND[record.kind].title} has a page of its own.
      </Panel>
    );
  }
  if (isUnderWay(record)) {
    return <ImportProgress record={record} onStop={throwAway} stopping={discard.isPending} />;
  }
  if (record.applied_at !== null) {
    return (
      <div className="flex flex-col gap-5">
        <ResultStep record={record} onGoneOn={keep} onAnother={begin} />
        <ImportCounts record={record} />
        <LinesTable record={record} />
      </div>
    );
  }
  if (record.status === 'failed') {
    const { error } = record;
    const stopped = stoppedText(error);
    return (
      <Panel
        icon={FileX2}
        role="alert"
        tone="danger"
        title={stopped ? 'Import stopped' : "Couldn't read the whole file"}
        actions={
          <Button variant="primary" onClick={throwAway} pending={discard.isPending}>
            Discard file and choose another
          </Button>
        }
      >
        {error?.line ? `Line ${error.line.toLocaleString('en-US')}: ` : ''}
        {stopped ?? error?.message} No changes were applied.
      </Panel>
    );
  }
  if (record.status === 'mapping' || list.state.step === 'columns') {
    return (
      <ColumnsStep
        key={record.id}
        record={record}
        onDone={(next) => {
          keep(next);
          list.setFilters({ step: 'preview' });
        }}
        onDiscard={throwAway}
      />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <ImportCounts record={record} />
      <PreviewActions
        record={record}
        onApplied={keep}
        onColumns={() => list.setFilters({ step: 'columns' })}
        onDiscard={throwAway}
        onCorrect={() => list.setFilters({ lines: 'problems' })}
      />
      <Unread record={record} />
      <LinesTable record={record} onChecked={keep} />
    </div>
  );
}

/** Once lines are applied, refreshes everything that shows stock or products. */
function useFinished(record: ImportRecord | undefined): void {
  const refresh = useRefresh();
  const before = useRef(record?.status);
  useEffect(() => {
    const was = before.current;
    before.current = record?.status;
    if (!record || was === record.status || (was !== 'applying' && was !== 'checking')) return;
    if (was !== 'applying') return void refresh('import.changed');
    void refresh(
      'import.changed',
      'inventory.updated',
      ...(record.kind === 'products' ? (['product.created', 'product.updated'] as const) : []),
      ...(record.kind === 'customers' ? (['customer.created', 'customer.updated'] as const) : []),
      ...(record.kind === 'opening_balances' ? (['invoice.issued'] as const) : []),
      ...(record.kind === 'goods_receipts' ? (['goods.received'] as const) : []),
      ...(record.kind === 'levels_wanted' ? (['levels.wanted'] as const) : []),
    );
  }, [record, refresh]);
}
