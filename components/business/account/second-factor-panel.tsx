'use client';
import { AuthPanel } from '@/components/business/auth/auth-panel';
import { PasskeyButton } from '@/components/business/auth/passkey-button';
import { TextLink } from '@/components/business/auth/text-link';
import { SignOut } from '@/components/business/tenants/sign-out';
import { reasonOf } from '@/components/ui/forms/failure';
import { PasswordGate } from '@/components/ui/providers/password-gate';
import { TrpcProvider, trpc } from '@/components/ui/providers/trpc';
import { type ViewerInfo, ViewerProvider } from '@/components/ui/providers/viewer';
import { MfaCard } from './mfa-card';
import { PasskeysCard } from './passkeys-card';

/** Sets up the second factor that the business requires, or asks for the one that the member has. */
export function SecondFactorPanel({
  restricted,
  viewer,
}: {
  restricted: 'enroll' | 'confirm' | null;
  viewer: ViewerInfo;
}) {
  return (
    <TrpcProvider email={viewer.user.email}>
      <ViewerProvider value={viewer}>
        {restricted === 'confirm' ? <Confirm /> : <Enroll isDone={restricted === null} />}
        <PasswordGate />
      </ViewerProvider>
    </TrpcProvider>
  );
}

function Confirm() {
  return (
    <AuthPanel
      title="Confirm it's you"
      description="Your business requires a second factor. Use your passkey, or sign out and sign in with your code."
    >
      <PasskeyButton onDone={() => window.location.assign('/')} />
      <div className="mt-4">
        <SignOut />
      </div>
    </AuthPanel>
  );
}

function Enroll({ isDone }: { isDone: boolean }) {
  const me = trpc.auth.me.useQuery({});
  // With the factor set up, a suspended business is closed to this call again.
  const isSetUp =
    isDone || me.data?.second_factor_due === null || reasonOf(me.error) === 'business_suspended';
  return (
    <AuthPanel
      wide
      title="Set up a second factor"
      description={
        isSetUp
          ? 'You have what your business requires.'
          : 'Your business requires one to sign in: a passkey, or a code from an authenticator app.'
      }
    >
      <div className="flex flex-col gap-5">
        {isSetUp && <TextLink href="/">Continue to Tallyleaf</TextLink>}
        <PasskeysCard />
        <MfaCard enabled={me.data?.mfa_enabled === true} />
        {!isSetUp && <SignOut />}
      </div>
    </AuthPanel>
  );
}
