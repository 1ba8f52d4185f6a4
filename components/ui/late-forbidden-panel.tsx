'use client';
import { lazy, Suspense } from 'react';

// Loaded with the first 403: every page carries its boundaries.
const ForbiddenPanel = lazy(() => import('./forbidden-panel').then((m) => ({ default: m.ForbiddenPanel })));

/** What an address shows to a role that may not open it. @param needs who may, for instance "an admin or owner" */
export function LateForbiddenPanel({ needs }: { needs?: string }) {
  return (
    <Suspense>
      <ForbiddenPanel needs={needs} />
    </Suspense>
  );
}
