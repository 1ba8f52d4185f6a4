'use client';
import * as z from 'zod/mini';
import { CurrentPasswordField } from '@/components/ui/forms/current-password-field';
import { signInErrorText, signInFailure } from '@/components/ui/forms/error-text';
import { Form } from '@/components/ui/forms/form';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { signIn } from './browser-session';
import type { PendingSignIn } from './pending-sign-in';
import { SignInError } from './sign-in-error';

const Credentials = z.object({
  email: z.string().check(z.trim(), z.email('Enter your email address')),
  password: z.string().check(z.minLength(1, 'Enter your password')),
});

/**
 * Email and password; says what was wrong and, when locked, until when. `onSignedIn` gets the email; a member with a
 * second factor has no session yet, and `onSecondFactor` gets what the code is sent with.
 */
export function SignInForm({
  onSignedIn,
  onSecondFactor,
}: {
  onSignedIn: (email: string) => void;
  onSecondFactor: (pending: PendingSignIn) => void;
}) {
  const form = useServerForm({
    schema: Credentials,
    retryField: 'password',
    onSubmit: async (values) => {
      const response = await signIn('credentials', values);
      if (response?.ok) {
        onSignedIn(values.email);
        return 'leaving';
      }
      const failure = signInFailure(response?.error);
      if (failure.code !== 'MFA_REQUIRED') throw new SignInError(failure);
      onSecondFactor({ tempToken: String(failure.details.temp_token), email: values.email });
      return 'leaving';
    },
    onError: (error) => error instanceof SignInError && signInErrorText(error.failure),
  });
  return (
    <Form form={form}>
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <CurrentPasswordField />
      <SubmitButton pending={form.pending} className="mt-1">
        Sign in
      </SubmitButton>
    </Form>
  );
}
