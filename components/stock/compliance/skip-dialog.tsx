'use client';
import { showDone } from '@/components/ui/base/toast';
import { ReasonDialog } from '@/components/ui/forms/reason-dialog';
import { trpc } from '@/components/ui/providers/trpc';
import { jobName } from './labels';
import type { Job } from './types';

/** Asks why a report isn't sent, and ends it. */
export function SkipDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const skip = trpc.compliance.skip.useMutation();
  return (
    <ReasonDialog
      title={`Skip ${jobName(job)}`}
      description="It is never sent to Metrc. You can't undo this."
      submitLabel="Skip report"
      placeholder="For example: reported in Metrc by hand"
      act={async (reason) => {
        await skip.mutateAsync({ id: job.id, reason });
        showDone('The report is skipped');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
