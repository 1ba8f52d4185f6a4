'use client';
import { useState } from 'react';
import { useHydrated } from '@/components/ui/base/use-hydrated';
import { AuthPanel } from './auth-panel';
import { MfaForm } from './mfa-form';
import { forgetPendingSignIn, readPendingSignIn } from './pending-sign-in';
import { TextLink } from './text-link';

/** The page of the second factor, after the password of /sign-in. */
export function MfaPanel({ next }: { next: string }) {
  return (
    <AuthPanel title="Two-factor authentication" description="Enter your code to finish signing in.">
      {useHydrated() && <Step next={next} />}
    </AuthPanel>
  );
}

function Step({ next }: { next: string }) {
  const [pending] = useState(readPendingSignIn);
  const start = `/sign-in?next=${encodeURIComponent(next)}`;
  if (!pending) {
    return (
      <p>
        No sign-in in progress. <TextLink href={start}>Sign in with your password</TextLink>
      </p>
    );
  }
  return (
    <MfaForm
      tempToken={pending.tempToken}
      onSignedIn={() => {
        forgetPendingSignIn();
        window.location.assign(next);
      }}
      onOver={() => {
        forgetPendingSignIn();
        window.location.assign(start);
      }}
    />
  );
}
