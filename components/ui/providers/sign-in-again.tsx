'use client';
import { useState } from 'react';
import { MfaForm } from '@/components/business/auth/mfa-form';
import { PasskeyButton } from '@/components/business/auth/passkey-button';
import type { PendingSignIn } from '@/components/business/auth/pending-sign-in';
import { publicCall } from '@/components/business/auth/public-call';
import { SignInForm } from '@/components/business/auth/sign-in-form';
import { Dialog } from '@/components/ui/base/dialog';

/** A passkey doesn't say whose it is until it has signed in. */
const emailOfSession = async () => (await publicCall.auth.me.query({})).email;

/** Sign-in over the page: the password, then the code with MFA, or a passkey; calls `onSignedIn` with the user. */
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
        <>
          <SignInForm onSignedIn={onSignedIn} onSecondFactor={setPending} />
          <div className="mt-3">
            <PasskeyButton onDone={async () => onSignedIn(await emailOfSession())} />
          </div>
        </>
      )}
    </Dialog>
  );
}
