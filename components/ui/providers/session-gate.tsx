'use client';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { loadNextAuth } from '@/components/business/auth/browser-session';

const load = () => import('./sign-in-again');
const SignInAgain = lazy(() => load().then((m) => ({ default: m.SignInAgain })));
/** By then the page has long been read. */
const LOAD_AFTER_MS = 10_000;

let isOpen = false;
const listeners = new Set<() => void>();

function set(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

/** Opens when a call is rejected because the session has ended. */
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
  // A session may end because the server was replaced, and then its files of this page are gone too.
  useEffect(() => {
    const loadAll = () => void Promise.all([load(), loadNextAuth()]).catch(() => {});
    const timer = setTimeout(loadAll, LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const finish = (who: string) => {
    // The page below is another member's, perhaps another business's.
    if (who.toLowerCase() !== email.toLowerCase()) return window.location.assign('/');
    sessionGate.close();
    onSignedIn();
  };
  return <Suspense>{open && <SignInAgain onClose={sessionGate.close} onSignedIn={finish} />}</Suspense>;
}
