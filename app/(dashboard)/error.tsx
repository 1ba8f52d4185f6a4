'use client';
import { ErrorPanel } from '@/components/ui/error-panel';

export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ErrorPanel heading="h1" requestId={error.digest} onRetry={reset} />;
}
