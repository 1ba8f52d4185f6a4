'use client';
import type { DemoSignIn } from '@/server/transport/runtime';
import { DemoAccounts } from './demo-accounts';
import { PasskeyButton } from './passkey-button';
import { keepPendingSignIn } from './pending-sign-in';
import { SignInForm } from './sign-in-form';

/** The form, then on to where the visitor wanted to go, by way of the second factor where there is one. */
export function SignInActs({ next, demo }: { next: string; demo: DemoSignIn | null }) {
  const leave = () => window.location.assign(next);
  return (
    <>
      <SignInForm
        onSignedIn={leave}
        onSecondFactor={(pending) => {
          keepPendingSignIn(pending);
          window.location.assign(`/sign-in/mfa?next=${encodeURIComponent(next)}`);
        }}
      />
      <div className="mt-3">
        <PasskeyButton onDone={leave} />
      </div>
      {demo && <DemoAccounts demo={demo} onSignedIn={leave} />}
    </>
  );
}
