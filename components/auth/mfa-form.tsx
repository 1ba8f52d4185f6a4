'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { signIn } from './browser-session';
import { readRefusal, refusalMessage } from './refusal';
import { RefusalAlert } from './refusal-alert';

const AppCode = z.object({
  code: z.string().check(z.regex(/^\s*(\d[\s-]*){6}$/, 'Enter the six-digit code from your app')),
});
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
  const [refusal, setRefusal] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    resolver: standardSchemaResolver(recovery ? RecoveryCode : AppCode),
    defaultValues: { code: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one then
  useEffect(() => setFocus('code'), [recovery, setFocus]);
  const submit = form.handleSubmit(async ({ code }) => {
    setRefusal(null);
    const answer = await signIn('mfa', { temp_token: tempToken, code });
    if (answer?.ok) {
      setLeaving(true);
      onSignedIn();
      return;
    }
    const refused = readRefusal(answer?.error);
    setRefusal(refusalMessage(refused));
    setOver(refused.code === 'TOKEN_EXPIRED' || refused.code === 'TOKEN_INVALID');
    setFocus('code', { shouldSelect: true });
  });
  const change = () => {
    setRecovery(!recovery);
    setRefusal(null);
    form.reset();
  };
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      <RefusalAlert text={refusal} />
      {recovery ? (
        <Field
          key="recovery"
          label="Recovery code"
          error={errors.code?.message}
          hint="One of your ten recovery codes. Each works once."
        >
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.register('code')}
          />
        </Field>
      ) : (
        <Field
          key="app"
          label="Code"
          error={errors.code?.message}
          hint="The six-digit code from your authenticator app."
        >
          <Input inputMode="numeric" autoComplete="one-time-code" {...form.register('code')} />
        </Field>
      )}
      {over ? (
        <Button variant="primary" size="lg" onClick={onOver}>
          Sign in again
        </Button>
      ) : (
        <Button type="submit" variant="primary" size="lg" pending={isSubmitting || leaving}>
          Continue
        </Button>
      )}
      <Button variant="link" onClick={change} className="self-start">
        {recovery ? 'Use an app code' : 'Use a recovery code'}
      </Button>
    </form>
  );
}
