'use client';
import { useId, useState } from 'react';
import { formatCount } from '@/components/format';
import { FormAlert } from '@/components/products/form-alert';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useInvalidateWebhooks } from './invalidate';
import { refusalText } from './refusal';
import { fromLocalInput, PRESETS } from './since';

/** Replays deliveries that failed since a time. @param onDone gets a message with their number */
export function ReplayFailedDialog({
  endpointId,
  onDone,
  onClose,
}: {
  endpointId: string;
  onDone: (text: string) => void;
  onClose: () => void;
}) {
  const { timezone } = useViewer().entity;
  const formId = useId();
  const [since, setSince] = useState(() => PRESETS[2]?.since(timezone, new Date()) ?? '');
  const [error, setError] = useState<string>();
  const invalidate = useInvalidateWebhooks();
  const replay = trpc.webhooks.replayFailed.useMutation();
  const submit = async () => {
    const moment = fromLocalInput(since, timezone);
    if (!moment) return setError('Enter a date and a time');
    if (moment.getTime() > Date.now()) return setError('Enter a time in the past');
    let replayed: number;
    try {
      ({ replayed } = await replay.mutateAsync({ id: endpointId, since: moment.toISOString() }));
    } catch {
      return;
    }
    await invalidate();
    onDone(
      replayed === 0
        ? 'Nothing failed since then'
        : `${formatCount(replayed, 'delivery', 'deliveries')} sent again`,
    );
    onClose();
  };
  const change = (text: string) => {
    setSince(text);
    setError(undefined);
  };
  return (
    <Dialog
      open
      onOpenChange={() => !replay.isPending && onClose()}
      size="sm"
      title="Replay failed deliveries"
      description="Sends failed deliveries and those waiting for a retry again, now."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={replay.isPending}>
            Replay failed
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormAlert message={replay.error ? refusalText(replay.error) : undefined} />
        <Field
          label="Failed since"
          error={error}
          hint={`Time in ${timezone.replaceAll('_', ' ')}. Deliveries are kept for 30 days.`}
        >
          <Input
            type="datetime-local"
            value={since}
            onChange={(event) => change(event.target.value)}
            className="tabular-nums"
          />
        </Field>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Since when</legend>
          {PRESETS.map((preset) => {
            const value = preset.since(timezone, new Date());
            return (
              <Button
                key={preset.label}
                size="sm"
                aria-pressed={value === since}
                onClick={() => change(value)}
                className="aria-pressed:border-primary aria-pressed:bg-selected"
              >
                {preset.label}
              </Button>
            );
          })}
        </fieldset>
      </form>
    </Dialog>
  );
}
