'use client';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/base/button';
import { signInErrorText, signInFailure } from '@/components/ui/forms/error-text';
import { Form } from '@/components/ui/forms/form';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { AppCode } from './app-code';
import { signIn } from './browser-session';
import { SignInError } from './sign-in-error';

const FromApp = z.object({ code: AppCode });
const RecoveryCode = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter one of your recovery codes')),
});

/** The second step of a sign-in: the code of the member's app, or one of their recovery codes. */
export function MfaForm({
  tempToken,
  onSignedIn,
  onOver,
}: {
  tempToken: string;
  onSignedIn: () => void;
  /** The sign-in cannot be completed any more: back to the password. */
  onOver: () => void;
}) {
  const [recovery, setRecovery] = useState(false);
  const [over, setOver] = useState(false);
  const form = useServerForm({
    schema: recovery ? RecoveryCode : FromApp,
    defaultValues: { code: '' },
    mode: 'onSubmit',
    retryField: 'code',
    onSubmit: async ({ code }) => {
      const response = await signIn('mfa', { temp_token: tempToken, code });
      if (!response?.ok) throw new SignInError(signInFailure(response?.error));
      onSignedIn();
      return 'leaving';
    },
    onError: (error) => {
      if (!(error instanceof SignInError)) return false;
      setOver(error.failure.code === 'TOKEN_EXPIRED' || error.failure.code === 'TOKEN_INVALID');
      return signInErrorText(error.failure);
    },
  });
  const { setFocus, reset } = form.form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `recovery` mounts another field, which needs the focus
  useEffect(() => setFocus('code'), [recovery, setFocus]);
  const change = () => {
    setRecovery(!recovery);
    reset();
  };
  return (
    <Form form={form}>
      {recovery ? (
        <TextField
          key="recovery"
          name="code"
          label="Recovery code"
          hint="One of your ten recovery codes. Each works once."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <TextField
          key="app"
          name="code"
          label="Code"
          hint="The six-digit code from your authenticator app."
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      {over ? (
        <Button variant="primary" size="lg" onClick={onOver}>
          Sign in again
        </Button>
      ) : (
        <SubmitButton pending={form.pending}>Continue</SubmitButton>
      )}
      <Button variant="link" onClick={change} className="self-start">
        {recovery ? 'Use an app code' : 'Use a recovery code'}
      </Button>
    </Form>
  );
}
