'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { DownloadLink } from '@/components/ui/base/download-link';
import { formatCount } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { KIND } from './labels';
import type { ImportRecord } from './types';

/** Downloads the lines with problems, each with what is wrong with it. */
export function ErrorsLink({ record: { id, file_name } }: { record: ImportRecord }) {
  return (
    <Button asChild>
      <DownloadLink
        href={`/api/v1/imports/${id}/lines?problem=true&format=csv`}
        fileName={`${file_name.replace(/\.\w+$/, '')}-errors.csv`}
      >
        Download errors
      </DownloadLink>
    </Button>
  );
}

/** The acts on an import that was checked: apply it, go back to its columns, or let it be. */
export function PreviewActions({
  record,
  onApplied,
  onColumns,
  onDiscard,
  onCorrect,
}: {
  record: ImportRecord;
  onApplied: (record: ImportRecord) => void;
  onColumns: () => void;
  onDiscard: () => void;
  /** Shows the lines with problems, to be corrected. */
  onCorrect: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const apply = trpc.imports.confirm.useMutation({ onSuccess: onApplied });
  const { create, update, adjust, error } = record.counts;
  const changing = create + update + adjust;
  const { unit } = KIND[record.kind];
  const amount = formatCount(changing, unit);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={changing === 0} onClick={() => setAsking(true)}>
          {changing === 0 ? 'Nothing to apply' : `Apply ${amount}`}
        </Button>
        <Button onClick={onColumns}>Back to columns</Button>
        <Button onClick={onDiscard}>Discard file</Button>
        {error > 0 && (
          <>
            <Button onClick={onCorrect}>Correct {formatCount(error, 'line')}</Button>
            <ErrorsLink record={record} />
          </>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Apply ${amount}?`}
        description={
          error > 0
            ? `${formatCount(error, 'line')} with problems will be skipped. Applied changes stay in the history.`
            : 'Applied changes stay in the history.'
        }
        confirmLabel="Apply"
        cancelLabel="Keep reviewing"
        destructive={false}
        onConfirm={() => apply.mutateAsync({ id: record.id })}
      >
        <FormAlert message={errorTextOf(apply.error)} />
      </ConfirmDialog>
    </>
  );
}
