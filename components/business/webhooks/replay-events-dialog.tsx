'use client';
import * as z from 'zod/mini';
import { formatCount } from '@/components/ui/format';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { ReplayDialogProps } from './types';

const Values = z.object({
  after: z
    .nullable(z.number())
    .check(
      z.refine((after) => after !== null && Number.isInteger(after) && after >= 0, 'Enter a whole number'),
    ),
});

/** Sends the events after a sequence. */
export function ReplayEventsDialog({ endpointId, onDone, onClose }: ReplayDialogProps) {
  const replay = trpc.webhooks.replayEvents.useMutation();
  const form = useServerForm({
    schema: Values,
    defaultValues: { after: null as number | null },
    onSubmit: async ({ after }) => {
      const { replayed, next_after, last_sequence } = await replay.mutateAsync({
        id: endpointId,
        after: after ?? 0,
      });
      const rest = next_after < last_sequence ? `. Continue after ${next_after}` : '';
      onDone(replayed === 0 ? 'No events to send' : `${formatCount(replayed, 'event')} queued${rest}`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Send missed events"
      description="Resends events after a sequence number, after any new events. Your receiver may get duplicates."
      submitLabel="Send events"
      onClose={onClose}
    >
      <NumberField
        name="after"
        label="After sequence"
        required
        decimals={0}
        hint="The last sequence you received. 0 starts with the oldest event kept (30 days)."
      />
    </FormDialog>
  );
}
