'use client';
import { lazy, Suspense, useEffect, useState } from 'react';

// No message is due before the page answers, so what shows them is fetched after it.
const ToastHost = lazy(() => import('./toast-host').then((m) => ({ default: m.ToastHost })));

/** Where messages appear; once in the application, inside the body. */
export function Toaster() {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}
