'use client';
import { useState } from 'react';
import { AuthPanel } from '@/components/business/auth/auth-panel';
import { signIn } from '@/components/business/auth/browser-session';
import { NewPasswordForm } from '@/components/business/auth/new-password-form';
import { publicCall } from '@/components/business/auth/public-call';
import { TextLink } from '@/components/business/auth/text-link';
import type { SignUpLinkState } from '@/server/features/entities/sign-up/queries';

const DEAD_LINKS = {
  used: ['This link has been used', 'Your business is set up. Sign in with the password that you chose.'],
  expired: ['This link has expired', 'A link works for 24 hours. Sign up again to get a new one.'],
  unknown: ["This link isn't valid", 'Part of it may be missing. Copy the whole link from the email.'],
} as const;

/** Where the mailed link leads: a password, or why the link is dead. */
export function FinishSignUpPanel({
  token,
  email,
  state: initial,
}: {
  token: string;
  email: string;
  state: SignUpLinkState;
}) {
  const [state, setState] = useState(initial);
  if (state !== 'open') {
    const [title, description] = DEAD_LINKS[state];
    return (
      <AuthPanel title={title} description={description}>
        <p>
          <TextLink href={state === 'used' ? '/sign-in' : '/sign-up'}>
            {state === 'used' ? 'Go to sign-in' : 'Sign up again'}
          </TextLink>
        </p>
      </AuthPanel>
    );
  }
  const finish = async (password: string) => {
    const { access_token } = await publicCall.entity.signUp.complete.mutate({ token, password });
    const response = await signIn('credentials', { email, password });
    // The browser has its own session now; the one that signing up opened isn't needed.
    await fetch('/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${access_token}` } });
    window.location.assign(response?.ok ? '/' : '/sign-in');
  };
  return (
    <AuthPanel title="Choose a password" description={`For ${email}. You'll be signed in at once.`}>
      <NewPasswordForm
        submitLabel="Finish signing up"
        onSubmit={finish}
        onDone={() => {}}
        onDead={setState}
      />
    </AuthPanel>
  );
}
