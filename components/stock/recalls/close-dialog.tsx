'use client';
import { showDone } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { ReasonDialog } from '@/components/ui/forms/reason-dialog';
import { trpc } from '@/components/ui/providers/trpc';
import type { Recall } from './types';

/** Closes a recall before every holder has responded. */
export function CloseRecallDialog({ recall, onClose }: { recall: Recall; onClose: () => void }) {
  const missing = (recall.progress?.holders ?? 0) - (recall.progress?.responded ?? 0);
  const close = trpc.recalls.close.useMutation();
  return (
    <ReasonDialog
      title={`Close the recall of ${recall.batch_id}`}
      description={
        missing > 0
          ? `${formatCount(missing, 'business has', 'businesses have')} not responded. The batch stays on hold until you release it.`
          : 'The batch stays on hold until you release it.'
      }
      submitLabel="Close recall"
      destructive
      hint="Kept with the recall, for an inspector."
      act={async (reason) => {
        await close.mutateAsync({ id: recall.id, reason });
        showDone(`Recall of ${recall.batch_id} closed`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
