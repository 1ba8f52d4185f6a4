'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { CircleAlert } from 'lucide-react';
import { signIn } from 'next-auth/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useHydrated } from '@/components/ui/use-hydrated';
import { refusalMessage } from './refusal';

const Credentials = z.object({
  email: z.string().check(z.trim(), z.email('Enter your e-mail address')),
  password: z.string().check(z.minLength(1, 'Enter your password')),
});

/** E-mail and password; says what was wrong and, when locked, until when. `onSignedIn` is told who it was. */
export function SignInForm({ onSignedIn }: { onSignedIn: (email: string) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const hydrated = useHydrated();
  // No default values: what was typed, or filled in by the browser, before the page came alive stays.
  const form = useForm({ resolver: zodResolver(Credentials), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    const answer = await signIn('credentials', { ...values, redirect: false }).catch(() => undefined);
    if (answer?.ok) {
      setLeaving(true);
      onSignedIn(values.email);
      return;
    }
    setRefusal(refusalMessage(answer?.error));
    form.setFocus('password', { shouldSelect: true });
  });
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      {refusal && (
        <p
          role="alert"
          className="flex items-start gap-2 rounded-lg bg-tint-danger px-3 py-2 text-on-tint-danger"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {refusal}
        </p>
      )}
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
