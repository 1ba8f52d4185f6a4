'use client';
import { Controller, useFormContext } from 'react-hook-form';
import { optionsOf, ROOM } from '@/components/inventory/labels';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { NumberInput } from '@/components/ui/number-input';
import { Select } from '@/components/ui/select';
import type { ConnectionValues } from './connection-form';

const ROOMS = optionsOf(ROOM);

function Amount({
  name,
  label,
  hint,
  suffix,
}: {
  name: 'page_size' | 'delay_ms';
  label: string;
  hint: string;
  suffix: string;
}) {
  const { control, formState } = useFormContext<ConnectionValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field label={label} hint={hint} error={formState.errors[name]?.message}>
          <NumberInput
            name={field.name}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            min={name === 'page_size' ? 1 : 0}
            suffix={suffix}
            className="sm:max-w-48"
          />
        </Field>
      )}
    />
  );
}

/** What a connector needs to know, beside what lets it in; the form around it gives the context. */
export function ConnectionFields() {
  const { register, control, watch, formState } = useFormContext<ConnectionValues>();
  const { errors } = formState;
  const provider = watch('provider');
  const pageSize = (
    <Amount
      name="page_size"
      label="Items per request (optional)"
      hint="Use fewer for a slow POS."
      suffix="items"
    />
  );
  if (provider === 'simulator') {
    return (
      <>
        <Amount name="delay_ms" label="Delay (optional)" hint="How long each response takes." suffix="ms" />
        {pageSize}
        <Field
          layout="inline"
          label="Simulate an outage"
          error={errors.outage?.message}
          hint="Every sync fails until you turn this off."
        >
          <Checkbox {...register('outage')} />
        </Field>
      </>
    );
  }
  return (
    <>
      <Field
        label={provider === 'square' ? 'Address (optional)' : 'Address'}
        required={provider === 'http'}
        error={errors.base_url?.message}
        hint={
          provider === 'square'
            ? "Square's production by default. Enter the sandbox address to use it."
            : 'The base URL of your POS: a public https address.'
        }
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={
            provider === 'square' ? 'https://connect.squareup.com' : 'https://pos.example.com/tallyleaf'
          }
          {...register('base_url')}
        />
      </Field>
      <Field
        label="Location ID in the POS"
        required
        error={errors.location_id?.message}
        hint="The POS's own ID for this location. Test the connection to list them."
      >
        <Input autoComplete="off" spellCheck={false} {...register('location_id')} />
      </Field>
      <Controller
        control={control}
        name="room_type"
        render={({ field }) => (
          <Field
            label="Room"
            error={errors.room_type?.message}
            hint="Room for stock that the POS lists without a room."
          >
            <Select
              name={field.name}
              options={ROOMS}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
            />
          </Field>
        )}
      />
      {pageSize}
    </>
  );
}
