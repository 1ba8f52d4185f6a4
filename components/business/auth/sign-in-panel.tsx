import type { DemoSignIn } from '@/server/transport/runtime';
import { AuthPanel } from './auth-panel';
import { SignInActs } from './sign-in-acts';
import { TextLink } from './text-link';

/** The sign-in page; the server draws all but its form. */
export function SignInPanel({
  next,
  ended,
  canSignUp,
  demo,
}: {
  next: string;
  ended: boolean;
  canSignUp: boolean;
  demo: DemoSignIn | null;
}) {
  return (
    <AuthPanel
      title="Sign in"
      pictured
      description={
        ended
          ? 'Your session has ended. Sign in again to continue.'
          : 'Use your email and password, or a passkey.'
      }
    >
      <SignInActs next={next} demo={demo} />
      <p className="mt-4 text-sm">
        <TextLink href="/forgot-password">Forgot your password?</TextLink>
      </p>
      {canSignUp && (
        <p className="mt-2 text-sm">
          New here? <TextLink href="/sign-up">Sign up your business</TextLink>
        </p>
      )}
      <p className="mt-2 text-sm">
        <TextLink href="/welcome">What is Tallyleaf?</TextLink>
      </p>
    </AuthPanel>
  );
}
