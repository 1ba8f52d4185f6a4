'use client';
import { useSyncExternalStore } from 'react';
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
  return (
    <Dialog
      open={open}
      onOpenChange={set}
      size="sm"
      title="Sign in again"
      description="Your session has ended. What you were working on stays as it is."
    >
      <SignInForm
        onSignedIn={(who) => {
          // The page below is another member's, perhaps another business's.
          if (who.toLowerCase() !== email.toLowerCase()) return window.location.assign('/');
          sessionGate.close();
          onSignedIn();
        }}
      />
    </Dialog>
  );
}
