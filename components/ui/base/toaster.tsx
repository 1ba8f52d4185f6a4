'use client';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { hasMessages, subscribeToMessages } from './toast';

// What shows messages is fetched with the first of them.
const ToastHost = lazy(() => import('./toast-host').then((m) => ({ default: m.ToastHost })));

/** Where messages appear; once in the application, inside the body. */
export function Toaster() {
  const wanted = useSyncExternalStore(subscribeToMessages, hasMessages, () => false);
  return wanted ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}
