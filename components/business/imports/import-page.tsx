'use client';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { LocationName } from '@/components/stock/inventory/types';
import { Skeleton } from '@/components/ui/base/skeleton';
import { useListState } from '@/components/ui/data-table/use-list-state';
import { trpc } from '@/components/ui/providers/trpc';
import { FlowPage } from '@/components/ui/shell/flow-page';
import { EarlierImports } from './earlier-imports';
import { KIND } from './labels';
import { importList } from './list';
import type { ImportKind, ImportRecord } from './types';
import { UploadStep } from './upload-step';

// The first step needs nothing of the later ones.
const ImportView = lazy(() => import('./import-view').then((m) => ({ default: m.ImportView })));

const STEPS = ['Upload', 'Map columns', 'Preview', 'Result'];

/** From a CSV to stock or products in four steps; which import it is and its step live in the address. */
export function ImportPage({
  kind,
  locations,
  begin,
}: {
  kind: ImportKind;
  locations: readonly LocationName[];
  /** Other content of the first step. */
  begin?: ReactNode;
}) {
  const utils = trpc.useUtils();
  const list = useListState(importList);
  const [record, setRecord] = useState<ImportRecord | null>(null);
  const { title, description, parent } = KIND[kind];
  const id = list.state.import;
  const goOn = (next: ImportRecord) => {
    utils.imports.get.setData({ id: next.id }, next);
    list.setFilters({ import: next.id, step: isUnderstood(next) ? 'preview' : 'columns', lines: null });
  };
  return (
    <FlowPage
      breadcrumbs={[parent]}
      title={title}
      description={description}
      stepsLabel="Steps of the import"
      steps={begin && !id ? [] : stepsOf(id ? record : null, list.state.step)}
    >
      {id ? (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <ImportView key={id} id={id} kind={kind} list={list} onRecord={setRecord} />
        </Suspense>
      ) : (
        <>
          {begin}
          <UploadStep kind={kind} locations={locations} primary={!begin} onUploaded={goOn} />
          <EarlierImports kind={kind} />
        </>
      )}
    </FlowPage>
  );
}

/** Whether each column has a meaning: there is nothing to choose, and the file is being checked already. */
const isUnderstood = ({ status, columns, mapping }: ImportRecord) =>
  status !== 'mapping' && mapping.length === columns.length;

function stepsOf(record: ImportRecord | null, step: string | null) {
  const at = positionOf(record, step);
  const stopped = record?.status === 'failed';
  return STEPS.map((label, index) => ({
    key: label,
    label,
    state:
      index < at || record?.status === 'completed'
        ? ('done' as const)
        : index > at
          ? ('upcoming' as const)
          : stopped
            ? ('stopped' as const)
            : ('current' as const),
  }));
}

function positionOf(record: ImportRecord | null, step: string | null): number {
  if (!record) return 0;
  if (record.applied_at !== null) return 3;
  if (record.status === 'mapping' || (record.status === 'ready' && step === 'columns')) return 1;
  return 2;
}
