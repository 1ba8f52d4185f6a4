'use client';
import { Controller, useFormContext } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { EndpointValues } from './endpoint-form';
import { EventPicker } from './event-picker';
import type { EventChoice } from './types';

/** The fields of an endpoint; the form around them gives the context. */
export function EndpointFields({ choices }: { choices: readonly EventChoice[] }) {
  const { register, control, formState } = useFormContext<EndpointValues>();
  const { errors } = formState;
  return (
    <>
      <Field
        label="URL"
        required
        error={errors.url?.message}
        hint="A public https address. Each event is sent to it as a POST."
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/webhooks"
          {...register('url')}
        />
      </Field>
      <Field label="Description" error={errors.description?.message} hint="What this endpoint is for.">
        <Input autoComplete="off" {...register('description')} />
      </Field>
      <Controller
        control={control}
        name="events"
        render={({ field }) => (
          <EventPicker
            choices={choices}
            value={field.value}
            onValueChange={field.onChange}
            error={errors.events?.message}
          />
        )}
      />
    </>
  );
}
