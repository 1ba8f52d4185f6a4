'use client';
import { Button } from '@/components/ui/base/button';
import { showDone, showFailure } from '@/components/ui/base/toast';
import type { Selection } from '@/components/ui/data-table/use-selection';
import { formatCount } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { jobName } from './labels';
import type { Job } from './types';

/** Of one request. */
const MOST_APPROVED = 500;

/** Approves those of the selected reports that are in review. */
export function ApproveButton({
  selection,
  rows,
  onDone,
}: {
  selection: Selection;
  /** The selected ones, those of other pages included. */
  rows: readonly Job[];
  onDone: () => void;
}) {
  const approve = trpc.compliance.approveMany.useMutation();
  const waiting = rows.filter(({ status }) => status === 'review').slice(0, MOST_APPROVED);
  const run = async () => {
    try {
      const { results } = await approve.mutateAsync({ ids: waiting.map(({ id }) => id) });
      const failed = results.filter(({ error }) => error !== null);
      const approved = results.length - failed.length;
      if (approved > 0) showDone(`${formatCount(approved, 'report')} approved`);
      if (failed.length > 0) showFailure(`${formatCount(failed.length, 'report')} not approved`, why(failed));
      selection.clear();
      onDone();
    } catch (error) {
      await showError("Couldn't approve the reports", error);
    }
  };
  const why = (failed: ReadonlyArray<{ id: string; error: { message: string } | null }>) =>
    failed
      .slice(0, 3)
      .map(({ id, error }) => {
        const job = waiting.find((one) => one.id === id);
        return `${job ? jobName(job) : 'Report'}: ${error?.message}`;
      })
      .join(' ');
  if (waiting.length === 0) return <span className="text-muted text-sm">None of them is in review.</span>;
  return (
    <Button size="sm" variant="primary" pending={approve.isPending} onClick={() => void run()}>
      Approve {formatCount(waiting.length, 'report')}
    </Button>
  );
}
