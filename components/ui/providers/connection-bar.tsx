'use client';
import { useQueryClient } from '@tanstack/react-query';
import { CloudOff, Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { type Connection, tryAgain, watchConnection } from './connection';

const TEXT: Partial<Record<Connection, string>> = {
  offline: "You're offline. What you typed stays here and can be saved once you're back online.",
  unreachable: 'No response from the server. What you typed stays here.',
  slow: 'The server is taking longer than usual.',
};

/** The one place that says how the connection is: a thin line while the page waits, a bar once that takes long. */
export function ConnectionBar() {
  const client = useQueryClient();
  const [state, setState] = useState<Connection>('fine');
  const [isTrying, setTrying] = useState(false);
  useEffect(() => watchConnection(client, setState), [client]);
  const text = TEXT[state];
  const Icon = state === 'slow' ? Hourglass : CloudOff;
  return (
    <>
      {(state === 'busy' || state === 'slow') && (
        <div
          role="progressbar"
          aria-label="Waiting for the server"
          className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden print:hidden"
        >
          <div className="refetch-bar h-full w-1/3 rounded-full bg-primary" />
        </div>
      )}
      <div role="status" className="print:hidden">
        {text && (
          <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-tint-warning px-4 py-2 text-on-tint-warning">
            <Icon aria-hidden className="size-4 shrink-0" />
            <span>{text}</span>
            {state !== 'offline' && (
              <Button
                size="sm"
                pending={isTrying}
                onClick={async () => {
                  setTrying(true);
                  await tryAgain(client).finally(() => setTrying(false));
                }}
              >
                Retry
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  );
}
