'use client';
import { useState } from 'react';
import type { InvitationLink } from '@/server/features/entities/team/acceptance';
import { AuthPanel } from './auth-panel';
import { signIn } from './browser-session';
import { JoinForm } from './join-form';
import { OtherUserPanel } from './other-user-panel';
import { publicCall } from './public-call';
import { TextLink } from './text-link';

type State = InvitationLink['state'] | 'taken';

/** Where an invitation's link leads: name and password of the new member, or why it cannot be accepted. */
export function InvitePanel({
  token,
  link,
  signedInAs,
}: {
  token: string;
  link: InvitationLink;
  /** The email of the user signed in in this browser. */
  signedInAs: string | null;
}) {
  const [state, setState] = useState<State>(link.state);
  if (link.state === 'unknown' || state === 'unknown') {
    return (
      <AuthPanel
        title="This invitation isn't valid"
        description="It was revoked or replaced, or part of the link is missing. Use the link in the newest email."
      >
        <SignInLink />
      </AuthPanel>
    );
  }
  const { email, entityName, role } = link;
  if (state === 'used') {
    return (
      <AuthPanel
        title="This invitation has been accepted"
        description={`${email} is a member of ${entityName}'s team.`}
      >
        <SignInLink />
      </AuthPanel>
    );
  }
  if (state === 'expired') {
    return (
      <AuthPanel
        title="This invitation has expired"
        description={`Invitations are valid for seven days. Ask ${entityName} to resend it.`}
      >
        <SignInLink />
      </AuthPanel>
    );
  }
  if (state === 'taken') {
    return (
      <AuthPanel
        title="This email is in use"
        description={`${email} belongs to a member of another business. Ask ${entityName} to invite another address.`}
      >
        <SignInLink />
      </AuthPanel>
    );
  }
  if (signedInAs !== null) return <OtherUserPanel email={email} signedInAs={signedInAs} />;
  const join = async (values: { name: string; password: string }) => {
    const { access_token } = await publicCall.entity.team.accept.mutate({ token, ...values });
    const response = await signIn('credentials', { email, password: values.password });
    // The browser has a session of its own now; the one that the acceptance opened is not needed.
    await fetch('/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${access_token}` } });
    window.location.assign(response?.ok ? '/' : '/sign-in');
  };
  return (
    <AuthPanel
      title={`Join ${entityName}`}
      description={`You were invited as ${role}. Choose a password to sign in with.`}
    >
      <JoinForm email={email} onSubmit={join} onDead={setState} />
    </AuthPanel>
  );
}

function SignInLink() {
  return (
    <p>
      <TextLink href="/sign-in">Go to sign-in</TextLink>
    </p>
  );
}
