'use client';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { formatCount } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { KIND, stoppedText } from './labels';
import { ErrorsLink } from './preview-step';
import type { ImportRecord } from './types';

/** What an import has done, and what can be done with the lines that it left out. */
export function ResultStep({
  record,
  onGoneOn,
  onAnother,
}: {
  record: ImportRecord;
  onGoneOn: (record: ImportRecord) => void;
  onAnother: () => void;
}) {
  const { kind, counts, status, error } = record;
  const goOn = trpc.imports.confirm.useMutation({
    onSuccess: onGoneOn,
    onError: (failure) => void showError("Couldn't resume the import", failure),
  });
  const { parent, unit } = KIND[kind];
  const done = counts.create + counts.update + counts.adjust;
  const failed = status === 'failed';
  const partly = counts.error > 0;
  const Icon = failed || partly ? TriangleAlert : CircleCheck;
  const tone = failed ? 'text-destructive' : partly ? 'text-on-tint-warning' : 'text-link';
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="flex items-center gap-2 font-medium">
        <Icon aria-hidden className={`size-5 ${tone}`} />
        {failed
          ? `Import stopped. ${stoppedText(error) ?? error?.message ?? ''}`
          : `${formatCount(done, unit)} applied${partly ? `, ${formatCount(counts.error, 'line')} skipped` : ''}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {failed && (
          <Button variant="primary" pending={goOn.isPending} onClick={() => goOn.mutate({ id: record.id })}>
            Resume import
          </Button>
        )}
        {partly && <ErrorsLink record={record} />}
        <Button onClick={onAnother}>Import another file</Button>
        <Button asChild variant={failed ? 'secondary' : 'primary'}>
          <Link href={parent.href}>Go to {parent.label.toLowerCase()}</Link>
        </Button>
      </div>
    </div>
  );
}
