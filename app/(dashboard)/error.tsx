'use client';
import { lazy, Suspense } from 'react';

// Loaded with the first error: every page carries this boundary.
const ErrorPanel = lazy(() =>
  import('@/components/ui/base/error-panel').then((m) => ({ default: m.ErrorPanel })),
);

export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Suspense>
      <ErrorPanel heading="h1" requestId={error.digest} onRetry={reset} />
    </Suspense>
  );
}
