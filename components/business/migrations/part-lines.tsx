'use client';
import { ColumnsStep } from '@/components/business/imports/columns-step';
import { LinesTable } from '@/components/business/imports/lines-table';
import { isUnderWay } from '@/components/business/imports/types';
import { Skeleton } from '@/components/ui/base/skeleton';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import type { Migration } from './types';

const POLL_MS = 2000;

/** The lines of a kind, or the columns of its file where these have no meaning yet. */
export function PartLines({ importId, migration }: { importId: string; migration: Migration }) {
  const utils = trpc.useUtils();
  const refresh = useRefresh();
  const { data } = trpc.imports.get.useQuery(
    { id: importId },
    { refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false) },
  );
  if (!data) return <Skeleton className="h-64" />;
  const keep = (next: typeof data) => {
    utils.imports.get.setData({ id: next.id }, next);
    void refresh('migration.changed');
  };
  if (data.status === 'mapping') return <ColumnsStep record={data} onDone={keep} onDiscard={() => {}} />;
  return <LinesTable record={data} {...(migration.applied_at === null && { onChecked: keep })} />;
}
