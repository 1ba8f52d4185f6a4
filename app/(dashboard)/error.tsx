'use client';
import dynamic from 'next/dynamic';

// Loaded with the first error: every page carries this boundary.
const ErrorPanel = dynamic(() => import('@/components/ui/error-panel').then((m) => m.ErrorPanel));

export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ErrorPanel heading="h1" requestId={error.digest} onRetry={reset} />;
}
