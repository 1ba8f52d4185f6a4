'use client';
import { useState } from 'react';
import { MfaForm } from '@/components/auth/mfa-form';
import type { PendingSignIn } from '@/components/auth/pending-sign-in';
import { SignInForm } from '@/components/auth/sign-in-form';

/** The password, then the code where there is a second factor; `onSignedIn` is told who it was. */
export function SignInAgain({ onSignedIn }: { onSignedIn: (email: string) => void }) {
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  return pending ? (
    <MfaForm
      tempToken={pending.tempToken}
      onSignedIn={() => onSignedIn(pending.email)}
      onOver={() => setPending(null)}
    />
  ) : (
    <SignInForm onSignedIn={onSignedIn} onSecondFactor={setPending} />
  );
}
