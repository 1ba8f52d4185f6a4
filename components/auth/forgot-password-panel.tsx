'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useHydrated } from '@/components/ui/use-hydrated';
import { AuthPanel } from './auth-panel';
import { publicCall } from './public-call';
import { RefusalAlert } from './refusal-alert';
import { TextLink } from './text-link';

const Request = z.object({
  email: z.string().check(z.trim(), z.email('Enter your email address')),
});

/** Requests a password link; says the same whether or not the email has an account. */
export function ForgotPasswordPanel() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo ? (
    <AuthPanel
      title="Check your email"
      description={`If ${sentTo} has an account, we sent it a link to reset the password. The link works once, for one hour.`}
    >
      <p className="text-sm">
        <TextLink href="/sign-in">Back to sign-in</TextLink>
      </p>
    </AuthPanel>
  ) : (
    <AuthPanel title="Forgot your password?" description="We'll email you a link to reset it.">
      <RequestForm onSent={setSentTo} />
      <p className="mt-4 text-sm">
        <TextLink href="/sign-in">Back to sign-in</TextLink>
      </p>
    </AuthPanel>
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const hydrated = useHydrated();
  const form = useForm({ resolver: standardSchemaResolver(Request), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email }) => {
    setRefusal(null);
    try {
      await publicCall.auth.requestReset.mutate({ email });
      onSent(email);
    } catch {
      setRefusal("Couldn't send the link. Check your connection and try again.");
    }
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
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!hydrated}
        pending={isSubmitting}
        className="disabled:opacity-100"
      >
        Send link
      </Button>
    </form>
  );
}
