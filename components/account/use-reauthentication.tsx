'use client';
import { lazy, Suspense, useState } from 'react';
import { reasonOf } from '@/components/forms/failure';

const ReauthenticateDialog = lazy(() =>
  import('./reauthenticate-dialog').then((m) => ({ default: m.ReauthenticateDialog })),
);

/**
 * Runs calls that need a recent sign-in: where the server asks for it, the member confirms their password in `dialog`
 * and the call is repeated. `run` resolves to null when they cancel, and rejects with any other error.
 */
export function useReauthentication(needsCode: boolean) {
  const [settle, setSettle] = useState<((confirmed: boolean) => void) | null>(null);
  const run = async <Result,>(call: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await call();
    } catch (error) {
      if (reasonOf(error) !== 'reauthentication_required') throw error;
    }
    const confirmed = await new Promise<boolean>((resolve) => setSettle(() => resolve));
    setSettle(null);
    return confirmed ? call() : null;
  };
  const dialog = settle && (
    <Suspense>
      <ReauthenticateDialog needsCode={needsCode} onClose={settle} />
    </Suspense>
  );
  return { run, dialog };
}
