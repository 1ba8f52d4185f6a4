import { CircleAlert, CircleCheck } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { CodeBlock } from '@/components/ui/code-block';
import type { Outcome } from './try-request';

/** What came back: status, time, headers and body. */
export function TriedResponse({ outcome, path }: { outcome: Outcome; path: string }) {
  if (outcome.failed) {
    return <p className="mt-4 text-destructive">Couldn't reach the server. Try again.</p>;
  }
  const { status, statusText, milliseconds, headers, text, file } = outcome;
  const isFailure = status >= 400;
  return (
    <div className="mt-4 flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isFailure ? 'danger' : 'success'} icon={isFailure ? CircleAlert : CircleCheck}>
          {status} {statusText}
        </Badge>
        <span className="text-muted text-sm">{milliseconds.toLocaleString('en-US')} ms</span>
        {file && (
          <a
            href={file}
            download={path.split('/').at(-1)}
            className="font-medium text-link text-sm underline-offset-4 hover:underline"
          >
            Save response
          </a>
        )}
      </p>
      {text && <CodeBlock label="Response body" text={text} className="max-h-96" />}
      <details className="text-sm">
        <summary className="cursor-pointer py-1 font-medium text-link max-md:py-3">Response headers</summary>
        <CodeBlock
          label="Response headers"
          text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      </details>
    </div>
  );
}
