import { Button } from '@/components/ui/base/button';
import { errorText } from './error-text';

/** In place of a part of a page that couldn't be loaded. */
export function LoadFailed({
  error,
  onRetry,
}: {
  error: Parameters<typeof errorText>[0];
  onRetry: () => unknown;
}) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2 text-sm">
      {errorText(error)}
      <Button size="sm" onClick={() => onRetry()}>
        Retry
      </Button>
    </p>
  );
}
