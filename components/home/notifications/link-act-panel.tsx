'use client';
import { type ReactNode, useState } from 'react';
import { AuthPanel } from '@/components/business/auth/auth-panel';
import { Button } from '@/components/ui/base/button';

/** Where the link of a mail leads to one act, which needs no signing in, and what follows it. */
export function LinkActPanel({
  token,
  title,
  description,
  label,
  failure,
  done,
}: {
  token: string;
  title: string;
  description: string;
  label: string;
  /** Said when the act failed: “Couldn’t unsubscribe”. */
  failure: string;
  /** Shown in its place once it is done. */
  done: ReactNode;
}) {
  const [state, setState] = useState<'open' | 'sending' | 'done' | 'failed'>('open');
  if (state === 'done') return done;
  const send = async () => {
    setState('sending');
    const response = await fetch(`/unsubscribe/${token}`, { method: 'POST' }).catch(() => null);
    setState(response?.ok ? 'done' : 'failed');
  };
  return (
    <AuthPanel title={title} description={description}>
      <div role="alert">
        {state === 'failed' && (
          <p className="mb-4 text-destructive text-sm">{failure}. Check your connection and try again.</p>
        )}
      </div>
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        pending={state === 'sending'}
        onClick={() => void send()}
      >
        {label}
      </Button>
    </AuthPanel>
  );
}
