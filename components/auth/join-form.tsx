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

const Joining = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter your name'), z.maxLength(200, 'Use at most 200 characters')),
  password: ChosenPassword,
});

/** Name and password of a new member; server errors show at the password. */
export function JoinForm({
  email,
  onSubmit,
  onDead,
}: {
  email: string;
  onSubmit: (values: { name: string; password: string }) => Promise<void>;
  /** The invitation can't be accepted anymore, or the email is in use. */
  onDead: (state: 'used' | 'expired' | 'unknown' | 'taken') => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const hydrated = useHydrated();
  const form = useForm({ resolver: standardSchemaResolver(Joining), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await onSubmit(values);
      setLeaving(true);
    } catch (error) {
      const { code, fault, reason } = failureOf(error);
      if (code === 'TOKEN_EXPIRED') return onDead('expired');
      if (code === 'TOKEN_INVALID') return onDead(reason === 'used' ? 'used' : 'unknown');
      if (code === 'CONFLICT') return onDead('taken');
      if (code === 'INVALID_REQUEST' && fault) form.setError('password', { message: `It ${fault}` });
      else setRefusal("Couldn't join. Check your connection and try again.");
      form.setFocus('password', { shouldSelect: true });
    }
  });
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      <RefusalAlert text={refusal} />
      <Field label="E-mail">
        <Input type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <Field label="Your name" error={errors.name?.message}>
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Field label="Password" error={errors.password?.message} hint={PASSWORD_HINT}>
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
        pending={isSubmitting || leaving}
        className="disabled:opacity-100"
      >
        Join
      </Button>
    </form>
  );
}
