'use client';
import { AuthPanel } from './auth-panel';
import { keepPendingSignIn } from './pending-sign-in';
import { SignInForm } from './sign-in-form';
import { TextLink } from './text-link';

/** The sign-in page: back to where the visitor wanted to go, by way of the second factor where there is one. */
export function SignInPanel({
  next,
  ended,
  canSignUp,
}: {
  next: string;
  ended: boolean;
  canSignUp: boolean;
}) {
  return (
    <AuthPanel
      title="Sign in"
      description={
        ended ? 'Your session has ended. Sign in again to continue.' : 'Enter your email and password.'
      }
    >
      <SignInForm
        onSignedIn={() => window.location.assign(next)}
        onSecondFactor={(pending) => {
          keepPendingSignIn(pending);
          window.location.assign(`/sign-in/mfa?next=${encodeURIComponent(next)}`);
        }}
      />
      <p className="mt-4 text-sm">
        <TextLink href="/forgot-password">Forgot your password?</TextLink>
      </p>
      {canSignUp && (
        <p className="mt-2 text-sm">
          New here? <TextLink href="/sign-up">Sign up your business</TextLink>
        </p>
      )}
    </AuthPanel>
  );
}
