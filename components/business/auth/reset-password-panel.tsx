'use client';
import { useState } from 'react';
import type { ResetLinkState } from '@/server/features/auth/password/reset';
import { AuthPanel } from './auth-panel';
import { NewPasswordForm } from './new-password-form';
import { publicCall } from './public-call';
import { TextLink } from './text-link';

const DEAD_LINKS = {
  used: [
    'This link has been used',
    'Each link works once. A newer link or a password change also invalidates it.',
  ],
  expired: ['This link has expired', 'A link works for one hour.'],
  unknown: ["This link isn't valid", 'Part of it may be missing. Copy the whole link from the email.'],
} as const;

/** Where the mailed link leads: a new password, or why the link does not work any more. */
export function ResetPasswordPanel({ token, state: initial }: { token: string; state: ResetLinkState }) {
  const [state, setState] = useState<ResetLinkState | 'done'>(initial);
  if (state === 'done') {
    return (
      <AuthPanel title="Password changed" description="All your sessions have been signed out.">
        <p>
          <TextLink href="/sign-in">Sign in</TextLink>
        </p>
      </AuthPanel>
    );
  }
  if (state !== 'open') {
    const [title, description] = DEAD_LINKS[state];
    return (
      <AuthPanel title={title} description={description}>
        <p>
          <TextLink href="/forgot-password">Request a new link</TextLink>
        </p>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel title="Choose a new password" description="This signs you out of all sessions.">
      <NewPasswordForm
        submitLabel="Change password"
        onSubmit={(new_password) => publicCall.auth.resetPassword.mutate({ token, new_password })}
        onDone={() => setState('done')}
        onDead={setState}
      />
    </AuthPanel>
  );
}
