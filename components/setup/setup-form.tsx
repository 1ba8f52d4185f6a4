'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PASSWORD_HINT } from '@/components/auth/password-rule';
import { failureOf } from '@/components/auth/public-call';
import { RefusalAlert } from '@/components/auth/refusal-alert';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useHydrated } from '@/components/ui/use-hydrated';
import { fieldOf, SetupValues, setupInput } from './setup-values';
import type { SetupInput } from './types';

const TYPES = [
  { value: 'retailer', label: 'Retailer' },
  { value: 'wholesaler', label: 'Wholesaler' },
  { value: 'cultivator', label: 'Cultivator' },
] as const;

/** The first business, its location and its owner; what the server rejects appears at its field. */
export function SetupForm({
  onSubmit,
  onDead,
}: {
  onSubmit: (values: SetupInput) => Promise<void>;
  /** The link has ended, or someone else completed the setup. */
  onDead: (state: 'used' | 'taken' | 'expired' | 'unknown') => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const hydrated = useHydrated();
  const form = useForm({
    resolver: standardSchemaResolver(SetupValues),
    mode: 'onTouched',
    defaultValues: { type: 'retailer', license_expiry: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await onSubmit(setupInput(values));
      setLeaving(true);
    } catch (error) {
      const { code, fault, path, reason } = failureOf(error);
      if (code === 'TOKEN_EXPIRED') return onDead('expired');
      if (code === 'TOKEN_INVALID') return onDead(reason === 'used' ? 'used' : 'unknown');
      if (code === 'CONFLICT') return onDead('taken');
      if (code === 'INVALID_REQUEST' && fault) {
        const field = fieldOf(path ?? '');
        form.setError(field, { message: `It ${fault}` });
        form.setFocus(field, { shouldSelect: true });
      } else if (code === 'RATE_LIMITED') {
        setRefusal('Too many attempts. Try again in an hour.');
      } else setRefusal('That didn’t work. Check your connection and try again.');
    }
  });
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-6">
      <RefusalAlert text={refusal} />
      <Group title="Business">
        <Field label="Name" error={errors.name?.message}>
          <Input autoComplete="organization" {...form.register('name')} />
        </Field>
        <Field label="Type" error={errors.type?.message}>
          <Select options={TYPES} {...form.register('type')} />
        </Field>
        <Field label="Legal name" error={errors.legal_name?.message} className="sm:col-span-2">
          <Input autoComplete="off" {...form.register('legal_name')} />
        </Field>
        <Field label="License number" error={errors.license_number?.message}>
          <Input autoComplete="off" {...form.register('license_number')} />
        </Field>
        <Field label="License expires (optional)" error={errors.license_expiry?.message}>
          <Input type="date" autoComplete="off" {...form.register('license_expiry')} />
        </Field>
      </Group>
      <Group title="First location">
        <Field label="Location name" error={errors.location_name?.message} className="sm:col-span-2">
          <Input autoComplete="off" {...form.register('location_name')} />
        </Field>
        <Field label="Street" error={errors.street?.message} className="sm:col-span-2">
          <Input autoComplete="street-address" {...form.register('street')} />
        </Field>
        <Field label="City" error={errors.city?.message}>
          <Input autoComplete="address-level2" {...form.register('city')} />
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label="State" error={errors.state?.message}>
            <Input autoComplete="address-level1" {...form.register('state')} />
          </Field>
          <Field label="ZIP code" error={errors.zip?.message}>
            <Input autoComplete="postal-code" inputMode="numeric" {...form.register('zip')} />
          </Field>
        </div>
      </Group>
      <Group title="Your account">
        <Field label="Your name" error={errors.owner_name?.message}>
          <Input autoComplete="name" {...form.register('owner_name')} />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" {...form.register('email')} />
        </Field>
        <Field
          label="Password"
          error={errors.password?.message}
          hint={PASSWORD_HINT}
          className="sm:col-span-2"
        >
          <Input
            type={shown ? 'text' : 'password'}
            autoComplete="new-password"
            {...form.register('password')}
          />
        </Field>
        <Field label="Show password" layout="inline">
          <Checkbox checked={shown} onCheckedChange={setShown} />
        </Field>
      </Group>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!hydrated}
        pending={isSubmitting || leaving}
        className="disabled:opacity-100 sm:self-end"
      >
        Create business
      </Button>
    </form>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">{title}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
