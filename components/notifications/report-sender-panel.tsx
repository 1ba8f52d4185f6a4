'use client';
import { useState } from 'react';
import { AuthPanel } from '@/components/auth/auth-panel';
import { Button } from '@/components/ui/button';

/** Where the link of a recall's email leads: reports its sender to the operator without signing in. */
export function ReportSenderPanel({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'sending' | 'done' | 'failed'>('open');
  if (state === 'done') {
    return (
      <AuthPanel title="Sender reported" description="The operator of this installation looks into it.">
        <p>If you have goods of the batch, keep them apart until then.</p>
      </AuthPanel>
    );
  }
  const send = async () => {
    setState('sending');
    const response = await fetch(`/unsubscribe/${token}`, { method: 'POST' }).catch(() => null);
    setState(response?.ok ? 'done' : 'failed');
  };
  return (
    <AuthPanel
      title="Report this sender"
      description="Report a recall of goods that you never had, or from a business that you don’t know."
    >
      <div role="alert">
        {state === 'failed' && (
          <p className="mb-4 text-destructive text-sm">
            Couldn’t report the sender. Check your connection and try again.
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
        Report sender
      </Button>
    </AuthPanel>
  );
}
