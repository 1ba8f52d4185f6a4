'use client';
import { useState } from 'react';
import type { ResetLinkState } from '@/server/features/auth/reset';
import { AuthPanel } from './auth-panel';
import { NewPasswordForm } from './new-password-form';
import { publicCall } from './public-call';
import { TextLink } from './text-link';

const DEAD_LINKS = {
  used: [
    'This link was used',
    'A link to a new password works once. A newer one, or a change, also ends it.',
  ],
  expired: ['This link has expired', 'A link to a new password works for an hour.'],
  unknown: ['This link does not work', 'It is not one that we mailed. Perhaps a part of it is missing.'],
} as const;

/** Where the mailed link leads: a new password, or why the link does not work any more. */
export function ResetPasswordPanel({ token, state: initial }: { token: string; state: ResetLinkState }) {
  const [state, setState] = useState<ResetLinkState | 'done'>(initial);
  if (state === 'done') {
    return (
      <AuthPanel title="Your password is changed" description="Every session that was open has ended.">
        <p>
          <TextLink href="/sign-in">Sign in with the new password</TextLink>
        </p>
      </AuthPanel>
    );
  }
  if (state !== 'open') {
    const [title, description] = DEAD_LINKS[state];
    return (
      <AuthPanel title={title} description={description}>
        <p>
          <TextLink href="/forgot-password">Ask for a new link</TextLink>
        </p>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel title="Choose a new password" description="All sessions end; you sign in with the new one.">
      <NewPasswordForm
        submitLabel="Change password"
        onSubmit={(new_password) => publicCall.auth.resetPassword.mutate({ token, new_password })}
        onDone={() => setState('done')}
        onDead={setState}
      />
    </AuthPanel>
  );
}
