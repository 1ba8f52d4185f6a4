'use client';
import { lazy, Suspense, useState } from 'react';
import { AuthPanel } from '@/components/business/auth/auth-panel';
import { signIn } from '@/components/business/auth/browser-session';
import { publicCall } from '@/components/business/auth/public-call';
import { TextLink } from '@/components/business/auth/text-link';
import type { SetupLinkState } from '@/server/features/entities/setup/queries';
import type { SetupInput } from './types';

// A link that is dead needs no form.
const SetupForm = lazy(() => import('./setup-form').then((m) => ({ default: m.SetupForm })));

const DEAD_LINKS = {
  used: ['This link has been used', 'Setup is complete. Sign in with the owner’s account.'],
  taken: ['Setup is complete', 'Sign in, or ask the owner of your business for an invitation.'],
  expired: [
    'This link has expired',
    'Setup links expire after 24 hours. Restart the server to get a new one.',
  ],
  unknown: [
    'This link doesn’t work',
    'Part of it may be missing, or a newer link replaced it. Copy the newest link from the server’s output.',
  ],
} as const;

/** Where the link of an empty server leads: the first business and its owner, or why the link is dead. */
export function SetupPanel({ token, state: initial }: { token: string; state: SetupLinkState }) {
  const [state, setState] = useState(initial);
  if (state !== 'open') {
    const [title, description] = DEAD_LINKS[state];
    return (
      <AuthPanel title={title} description={description}>
        <p>
          <TextLink href="/sign-in">Go to sign-in</TextLink>
        </p>
      </AuthPanel>
    );
  }
  const complete = async (values: SetupInput) => {
    const { access_token } = await publicCall.entity.setup.complete.mutate({ token, ...values });
    const { email, password } = values.owner;
    const response = await signIn('credentials', { email, password });
    // The browser has its own session now; the one that the setup opened isn't needed.
    await fetch('/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${access_token}` } });
    window.location.assign(response?.ok ? '/' : '/sign-in');
  };
  return (
    <AuthPanel
      wide
      title="Set up Tallyleaf"
      description="Create your business, its first location, and your account."
    >
      <Suspense>
        <SetupForm onSubmit={complete} onDead={setState} />
      </Suspense>
    </AuthPanel>
  );
}
