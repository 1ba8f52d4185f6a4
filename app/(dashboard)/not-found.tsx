'use client';
import { lazy, Suspense } from 'react';

// Loaded with the first 404: every page carries this boundary. `next/dynamic` would bring 1.3 KB of its own.
const NotFoundPanel = lazy(() =>
  import('@/components/ui/not-found-panel').then((m) => ({ default: m.NotFoundPanel })),
);

export default function NotFound() {
  return (
    <Suspense>
      <NotFoundPanel />
    </Suspense>
  );
}
