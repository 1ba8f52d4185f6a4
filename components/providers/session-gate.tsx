'use client';
import { useState, useSyncExternalStore } from 'react';
import { MfaForm } from '@/components/auth/mfa-form';
import type { PendingSignIn } from '@/components/auth/pending-sign-in';
import { SignInForm } from '@/components/auth/sign-in-form';
import { Dialog } from '@/components/ui/dialog';

let isOpen = false;
const listeners = new Set<() => void>();

function set(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

/** Opens when a call was refused because the session has ended. */
export const sessionGate = { open: () => set(true), close: () => set(false) };

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sign-in over the page: what was typed below stays (ux, check 3), unless it is someone else who signs in. */
export function SessionGate({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const open = useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  const finish = (who: string) => {
    // The page below is another member's, perhaps another business's.
    if (who.toLowerCase() !== email.toLowerCase()) return window.location.assign('/');
    setPending(null);
    sessionGate.close();
    onSignedIn();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={set}
      size="sm"
      title="Sign in again"
      description="Your session has ended. What you were working on stays as it is."
    >
      {pending ? (
        <MfaForm
          tempToken={pending.tempToken}
          onSignedIn={() => finish(pending.email)}
          onOver={() => setPending(null)}
        />
      ) : (
        <SignInForm onSignedIn={finish} onSecondFactor={setPending} />
      )}
    </Dialog>
  );
}
