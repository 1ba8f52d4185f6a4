'use client';
import { useState } from 'react';
import { AuthPanel } from '@/components/auth/auth-panel';
import { TextLink } from '@/components/auth/text-link';
import { Button } from '@/components/ui/button';

/** Where the link of a mail leads: ends mails of one kind without signing in. */
export function UnsubscribePanel({ token, subject }: { token: string; subject: string | null }) {
  const [state, setState] = useState<'open' | 'sending' | 'done' | 'failed'>('open');
  if (subject === null) {
    return (
      <AuthPanel
        title="This link doesn’t work"
        description="It has expired, or part of it is missing. Sign in to manage your email notifications."
      >
        <p>
          <TextLink href="/settings/notifications">Notification settings</TextLink>
        </p>
      </AuthPanel>
    );
  }
  if (state === 'done') {
    return (
      <AuthPanel title="You’re unsubscribed" description={`“${subject}” won’t be mailed to you anymore.`}>
        <p>
          <TextLink href="/settings/notifications">Notification settings</TextLink>
        </p>
      </AuthPanel>
    );
  }
  const send = async () => {
    setState('sending');
    const answer = await fetch(`/unsubscribe/${token}`, { method: 'POST' }).catch(() => null);
    setState(answer?.ok ? 'done' : 'failed');
  };
  return (
    <AuthPanel
      title={`Stop emails: ${subject}`}
      description="They end at once. What you see in the dashboard stays."
    >
      <div role="alert">
        {state === 'failed' && (
          <p className="mb-4 text-destructive text-sm">
            Couldn’t unsubscribe. Check your connection and try again.
          </p>
        )}
      </div>
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        pending={state === 'sending'}
        onClick={() => void send()}
      >
        Stop these emails
      </Button>
    </AuthPanel>
  );
}
