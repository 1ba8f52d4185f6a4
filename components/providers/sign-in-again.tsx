'use client';
import { useState } from 'react';
import { MfaForm } from '@/components/auth/mfa-form';
import type { PendingSignIn } from '@/components/auth/pending-sign-in';
import { SignInForm } from '@/components/auth/sign-in-form';
import { Dialog } from '@/components/ui/dialog';

/** Sign-in over the page: the password, then the code with MFA; calls `onSignedIn` with the user. */
export function SignInAgain({
  onClose,
  onSignedIn,
}: {
  onClose: () => void;
  onSignedIn: (email: string) => void;
}) {
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Sign in again"
      description="Your session has ended. Your work on this page is kept."
    >
      {pending ? (
        <MfaForm
          tempToken={pending.tempToken}
          onSignedIn={() => onSignedIn(pending.email)}
          onOver={() => setPending(null)}
        />
      ) : (
        <SignInForm onSignedIn={onSignedIn} onSecondFactor={setPending} />
      )}
    </Dialog>
  );
}
