'use client';
import { Controller, useFormContext } from 'react-hook-form';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import type { EndpointValues } from './endpoint-values';
import { EventPicker } from './event-picker';
import type { EventChoice } from './types';

/** The fields of an endpoint. */
export function EndpointFields({ choices }: { choices: readonly EventChoice[] }) {
  const { control, formState } = useFormContext<EndpointValues>();
  return (
    <>
      <TextField
        name="url"
        label="URL"
        required
        hint="A public https address. Each event is sent to it as a POST."
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.com/webhooks"
      />
      <TextField
        name="description"
        label="Description"
        hint="What this endpoint is for."
        autoComplete="off"
      />
      <Controller
        control={control}
        name="events"
        render={({ field }) => (
          <EventPicker
            choices={choices}
            value={field.value}
            onValueChange={field.onChange}
            error={formState.errors.events?.message}
          />
        )}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField
          name="max_events"
          label="Events per request"
          decimals={0}
          hint="1 sends each event alone; up to 100 make a batch."
        />
        <NumberField
          name="max_wait_seconds"
          label="Longest wait (seconds)"
          decimals={0}
          hint="How long the first event of a batch waits for more."
        />
      </div>
      <TextField
        name="fields"
        label="Only when these fields change"
        hint="For example: status, quantity. Leave empty for all changes."
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
