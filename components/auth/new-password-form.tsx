'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useHydrated } from '@/components/ui/use-hydrated';
import { ChosenPassword, PASSWORD_HINT } from './password-rule';
import { failureOf } from './public-call';
import { RefusalAlert } from './refusal-alert';

const Chosen = z.object({ password: ChosenPassword });

/** A new password, with its rules shown first; server errors show at the field. */
export function NewPasswordForm({
  submitLabel,
  onSubmit,
  onDone,
  onDead,
}: {
  submitLabel: string;
  onSubmit: (password: string) => Promise<unknown>;
  onDone: () => void;
  /** The link has ended meanwhile. */
  onDead: (state: 'used' | 'expired' | 'unknown') => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const form = useForm({ resolver: standardSchemaResolver(Chosen), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    setRefusal(null);
    try {
      await onSubmit(password);
      onDone();
    } catch (error) {
      const { code, fault, reason } = failureOf(error);
      if (code === 'TOKEN_EXPIRED') return onDead('expired');
      if (code === 'TOKEN_INVALID') return onDead(reason === 'used' ? 'used' : 'unknown');
      if (code === 'INVALID_REQUEST' && fault) form.setError('password', { message: `It ${fault}` });
      else setRefusal("Couldn't change the password. Check your connection and try again.");
      form.setFocus('password', { shouldSelect: true });
    }
  });
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      <RefusalAlert text={refusal} />
      <Field label="New password" error={errors.password?.message} hint={PASSWORD_HINT}>
        <Input
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          {...form.register('password')}
        />
      </Field>
      <Field label="Show password" layout="inline">
        <Checkbox checked={shown} onCheckedChange={setShown} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!hydrated}
        pending={isSubmitting}
        className="disabled:opacity-100"
      >
        {submitLabel}
      </Button>
    </form>
  );
}
