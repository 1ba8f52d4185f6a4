'use client';
import { Controller, useFormContext } from 'react-hook-form';
import { optionsOf, ROOM } from '@/components/inventory/words';
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
      hint="Fewer are gentler to a slow point of sale."
      suffix="items"
    />
  );
  if (provider === 'simulator') {
    return (
      <>
        <Amount name="delay_ms" label="Delay (optional)" hint="How long each answer takes." suffix="ms" />
        {pageSize}
        <Field
          layout="inline"
          label="Pretend that it cannot be reached"
          error={errors.outage?.message}
          hint="Every sync fails until this is off again."
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
            ? "Square's production, unless you enter its sandbox."
            : 'Where the point of sale serves the contract; an https address that the public internet reaches.'
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
        label="Location id there"
        required
        error={errors.location_id?.message}
        hint="What the point of sale calls this location. A test lists those that it has."
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
            hint="Where its stock stands, unless it says the room itself."
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
