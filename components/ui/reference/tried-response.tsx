import { CircleAlert, CircleCheck } from 'lucide-react';
import { Badge } from '@/components/ui/base/badge';
import { CodeBlock } from '@/components/ui/base/code-block';
import type { Outcome } from './try-request';

/** What came back: status, time, headers and body. Its status line is there before, so that a change is announced. */
export function TriedResponse({ outcome, path }: { outcome: Outcome | null; path: string }) {
  const response = outcome && !outcome.failed ? outcome : null;
  return (
    <section aria-label="Response" className="mt-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="flex flex-wrap items-center gap-2">
          {outcome?.failed && <span className="text-destructive">Couldn't reach the server. Try again.</span>}
          {response && (
            <>
              <Badge
                tone={response.status >= 400 ? 'danger' : 'success'}
                icon={response.status >= 400 ? CircleAlert : CircleCheck}
              >
                {response.status} {response.statusText}
              </Badge>
              <span className="text-muted text-sm">{response.milliseconds.toLocaleString('en-US')} ms</span>
            </>
          )}
        </p>
        {response?.file && (
          <a
            href={response.file}
            download={path.split('/').at(-1)}
            className="font-medium text-link text-sm underline-offset-4 hover:underline"
          >
            Save response
          </a>
        )}
      </div>
      {response && (
        <>
          {response.text && <CodeBlock label="Response body" text={response.text} className="max-h-96" />}
          <details className="text-sm">
            <summary className="cursor-pointer py-1 font-medium text-link max-md:py-3">
              Response headers
            </summary>
            <CodeBlock
              label="Response headers"
              text={response.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
            />
          </details>
        </>
      )}
    </section>
  );
}
