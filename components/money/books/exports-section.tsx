'use client';
import { lazy, Suspense, useMemo, useState } from 'react';
import { EmptyLine } from '@/components/ui/base/empty-state';
import { ListSection } from '@/components/ui/data-table/list-section';
import { trpc } from '@/components/ui/providers/trpc';
import { exportColumns, exportName } from './columns';
import { EXPORTS_INPUT } from './inputs';
import type { BookExport } from './types';

const DiscardDialog = lazy(() => import('./discard-dialog').then((m) => ({ default: m.DiscardDialog })));

/** Exports of the last 90 days: their files have the same bytes each time. */
export function ExportsSection() {
  const [discarded, setDiscarded] = useState<BookExport | null>(null);
  const columns = useMemo(() => exportColumns(setDiscarded), []);
  return (
    <>
      <ListSection
        title="Earlier exports"
        procedure={trpc.books.list}
        input={EXPORTS_INPUT}
        columns={columns}
        rowLabel={exportName}
        empty={<EmptyLine>Your exports appear here, to download again for 90 days.</EmptyLine>}
      />
      <Suspense>
        {discarded && <DiscardDialog made={discarded} onClose={() => setDiscarded(null)} />}
      </Suspense>
    </>
  );
}
