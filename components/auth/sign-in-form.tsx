'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useHydrated } from '@/components/ui/use-hydrated';
import { signIn } from './browser-session';
import type { PendingSignIn } from './pending-sign-in';
import { readRefusal, refusalMessage } from './refusal';
import { RefusalAlert } from './refusal-alert';

const Credentials = z.object({
  email: z.string().check(z.trim(), z.email('Enter your email address')),
  password: z.string().check(z.minLength(1, 'Enter your password')),
});

/**
 * Email and password, with errors and the end of a lock. Calls `onSignedIn` with the user; a member with MFA has no
 * session yet, and `onSecondFactor` gets the token for the code.
 */
export function SignInForm({
  onSignedIn,
  onSecondFactor,
}: {
  onSignedIn: (email: string) => void;
  onSecondFactor: (pending: PendingSignIn) => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const hydrated = useHydrated();
  // No default values: what was typed, or filled in by the browser, before the page came alive stays.
  const form = useForm({ resolver: standardSchemaResolver(Credentials), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    const answer = await signIn('credentials', values);
    if (answer?.ok) {
      setLeaving(true);
      onSignedIn(values.email);
      return;
    }
    const refused = readRefusal(answer?.error);
    if (refused.code === 'MFA_REQUIRED') {
      setLeaving(true);
      onSecondFactor({ tempToken: String(refused.details.temp_token), email: values.email });
      return;
    }
    setRefusal(refusalMessage(refused));
    form.setFocus('password', { shouldSelect: true });
  });
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      <RefusalAlert text={refusal} />
      <Field label="E-mail" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!hydrated}
        pending={isSubmitting || leaving}
        className="mt-1 disabled:opacity-100"
      >
        Sign in
      </Button>
    </form>
  );
}
