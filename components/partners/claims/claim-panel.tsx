'use client';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { AuthPanel } from '@/components/business/auth/auth-panel';
import { signIn } from '@/components/business/auth/browser-session';
import { OtherUserPanel } from '@/components/business/auth/other-user-panel';
import { publicCall } from '@/components/business/auth/public-call';
import { TextLink } from '@/components/business/auth/text-link';
import type { BusinessInvitationLink } from '@/server/features/entities/business-invitations/queries';
import type { AcceptInput, ClaimState } from './types';

/** Most links that are opened twice say why they can't be accepted: those pages need no form. */
const ClaimForm = lazy(() => import('./claim-form').then((m) => ({ default: m.ClaimForm })));

type Known = Exclude<BusinessInvitationLink, { state: 'unknown' }>;

const SIGN_IN = `/sign-in?next=${encodeURIComponent('/claims')}`;

/** What a link says that can't be accepted here, and where to go on. */
const SAYS: Record<
  Exclude<ClaimState, 'open' | 'unknown'>,
  (link: Known) => readonly [string, string, ReactNode]
> = {
  used: ({ inviter }) => [
    'This invitation has been accepted',
    `Your business is set up, and connected with ${inviter}.`,
    <TextLink key="in" href="/sign-in">
      Go to sign-in
    </TextLink>,
  ],
  expired: ({ inviter }) => [
    'This invitation has expired',
    `Invitations are valid for seven days. Ask ${inviter} to invite you again.`,
    null,
  ],
  member: ({ email, inviter }) => [
    `${inviter} invited your business`,
    `${email} belongs to a member of a business already. Sign in, and accept the invitation there.`,
    <TextLink key="in" href={SIGN_IN}>
      Sign in and accept
    </TextLink>,
  ],
};

/** Where the invitation of a business leads: its profile and a password, or why it can't be accepted. */
export function ClaimPanel({
  token,
  link,
  signedInAs,
}: {
  token: string;
  link: BusinessInvitationLink;
  /** The email of the member signed in in this browser. */
  signedInAs: string | null;
}) {
  const isMember = link.state === 'open' && link.isMember;
  const [state, setState] = useState<ClaimState>(isMember ? 'member' : link.state);
  if (link.state === 'unknown' || state === 'unknown') {
    return (
      <AuthPanel
        title="This invitation isn't valid"
        description="It was revoked or replaced, or part of the link is missing. Use the link in the newest email."
      >
        <p>
          <TextLink href="/sign-in">Go to sign-in</TextLink>
        </p>
      </AuthPanel>
    );
  }
  const { email, inviter } = link;
  if (signedInAs === email) {
    return (
      <AuthPanel
        title={`${inviter} invited your business`}
        description="Accept the invitation on the page of your claims."
      >
        <p>
          <TextLink href="/claims">Go to claims</TextLink>
        </p>
      </AuthPanel>
    );
  }
  if (signedInAs !== null) return <OtherUserPanel email={email} signedInAs={signedInAs} />;
  if (state !== 'open') {
    const [title, description, next] = SAYS[state](link);
    return (
      <AuthPanel title={title} description={description}>
        {next && <p>{next}</p>}
      </AuthPanel>
    );
  }
  const accept = async (input: Omit<AcceptInput, 'token'>) => {
    const answer = await publicCall.claims.accept.mutate({ token, ...input });
    const response = await signIn('credentials', { email, password: input.password });
    // The browser has a session of its own now; the one that the acceptance opened is not needed.
    const authorization = `Bearer ${answer.access_token}`;
    await fetch('/auth/logout', { method: 'POST', headers: { authorization } });
    window.location.assign(response?.ok ? '/' : '/sign-in');
  };
  return (
    <AuthPanel
      wide
      title={`${inviter} invited your business`}
      description={
        link.as === 'customer'
          ? `Set it up to buy from ${inviter}. ${link.kept ? 'What they keep of it is filled in: check it. ' : ''}If they keep orders of your business already, you see them before you take them.`
          : `Set it up to sell to ${inviter}.`
      }
    >
      <Suspense>
        <ClaimForm email={email} kept={link.kept} onSubmit={accept} onDead={setState} />
      </Suspense>
      <p className="mt-4 text-sm">
        Have an account?{' '}
        <TextLink href={`/sign-in?next=${encodeURIComponent(`/claim/${token}`)}`}>Sign in</TextLink>
      </p>
    </AuthPanel>
  );
}
