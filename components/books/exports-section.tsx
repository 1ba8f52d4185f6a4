'use client';
import { useMemo, useState } from 'react';
import { ListSection } from '@/components/data-table/list-section';
import { errorTextOf } from '@/components/forms/error-text';
import { FormAlert } from '@/components/forms/form-alert';
import { trpc } from '@/components/providers/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyLine } from '@/components/ui/empty-state';
import { showDone } from '@/components/ui/toast';
import { exportColumns, exportName } from './columns';
import { EXPORTS_INPUT } from './inputs';
import type { BookExport } from './types';

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
      {discarded && <DiscardDialog made={discarded} onClose={() => setDiscarded(null)} />}
    </>
  );
}

function DiscardDialog({ made, onClose }: { made: BookExport; onClose: () => void }) {
  const discard = trpc.books.delete.useMutation();
  const confirm = async () => {
    await discard.mutateAsync({ id: made.id });
    showDone('Export discarded');
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Discard this export?"
      description={
        made.only === 'new'
          ? 'Its files are deleted, and what they hold is new to the next export. Delete it in your books, too.'
          : 'Its files are deleted. It marked nothing as exported.'
      }
      confirmLabel="Discard export"
      cancelLabel="Keep export"
      onConfirm={confirm}
    >
      <FormAlert message={errorTextOf(discard.error)} />
    </ConfirmDialog>
  );
}
