'use client';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/base/button';
import { formatCount } from '@/components/ui/format';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { zoneName } from '@/server/kernel/delivery-window';
import { fromLocalInput, PRESETS } from './since';
import type { ReplayDialogProps } from './types';

const replayValues = (timezone: string) =>
  z.object({
    since: z.string().check(
      z.refine((text) => fromLocalInput(text, timezone) !== null, 'Enter a date and a time'),
      z.refine(
        (text) => (fromLocalInput(text, timezone)?.getTime() ?? 0) <= Date.now(),
        'Enter a time in the past',
      ),
    ),
  });

/** Sends again what failed since a time. */
export function ReplayFailedDialog({ endpointId, onDone, onClose }: ReplayDialogProps) {
  const { timezone } = useViewer().entity;
  const replay = trpc.webhooks.replayFailed.useMutation();
  const form = useServerForm({
    schema: replayValues(timezone),
    defaultValues: { since: PRESETS[2]?.since(timezone, new Date()) ?? '' },
    onSubmit: async ({ since }) => {
      const moment = fromLocalInput(since, timezone);
      const { replayed } = await replay.mutateAsync({
        id: endpointId,
        since: moment?.toISOString() ?? since,
      });
      onDone(
        replayed === 0
          ? 'Nothing failed since then'
          : `${formatCount(replayed, 'delivery', 'deliveries')} replayed`,
      );
      onClose();
    },
  });
  const since = form.form.watch('since');
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Replay failed deliveries"
      description="Resends failed deliveries, and those waiting for a retry, now."
      submitLabel="Replay failed"
      onClose={onClose}
    >
      <TextField
        name="since"
        label="Failed since"
        hint={`${zoneName(timezone)}. Deliveries are kept for 30 days.`}
        type="datetime-local"
        className="tabular-nums"
      />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Since when</legend>
        {PRESETS.map((preset) => {
          const value = preset.since(timezone, new Date());
          return (
            <Button
              key={preset.label}
              size="sm"
              aria-pressed={value === since}
              onClick={() => form.form.setValue('since', value, { shouldValidate: true })}
              className="aria-pressed:border-primary aria-pressed:bg-selected"
            >
              {preset.label}
            </Button>
          );
        })}
      </fieldset>
    </FormDialog>
  );
}
