import { TriangleAlert } from 'lucide-react';
import { Button } from './button';
import { Panel } from './panel';

/** Loading failed: says so, offers Retry, and shows the request id that support asks for. */
export function ErrorPanel({
  title = "Couldn't load this page",
  message = 'Something went wrong on our side. Try again in a moment.',
  requestId,
  onRetry,
  retrying = false,
  heading,
}: {
  title?: string;
  message?: string;
  requestId?: string | null;
  onRetry?: () => void;
  retrying?: boolean;
  heading?: 'h1' | 'h2' | 'p';
}) {
  return (
    <Panel
      role="alert"
      icon={TriangleAlert}
      tone="danger"
      title={title}
      heading={heading}
      actions={
        onRetry && (
          <Button onClick={onRetry} pending={retrying}>
            Retry
          </Button>
        )
      }
    >
      <p>{message}</p>
      {requestId && (
        <p className="mt-2 text-sm">
          Request id <code className="select-all break-all font-mono text-text text-xs">{requestId}</code>
        </p>
      )}
    </Panel>
  );
}
