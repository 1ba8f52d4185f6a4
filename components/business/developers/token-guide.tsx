import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { CodeBlock } from '@/components/ui/base/code-block';
import { CopyButton } from '@/components/ui/base/copy-button';
import { Link } from '@/components/ui/base/link';

const linkStyle = 'font-medium text-link underline-offset-4 hover:underline';

/** How a program makes its first call. @param origin of this installation, without a trailing slash */
export function TokenGuide({ origin }: { origin: string }) {
  const ask = `curl -sS ${origin}/api/v1/inventory -H 'Authorization: Bearer API_KEY'`;
  return (
    <Card title="Make a first call">
      <ol className="flex list-decimal flex-col gap-5 pl-5 marker:text-muted">
        <Step text="Create an API key with the permissions that your program needs. You see it once.">
          <Button asChild className="mt-2">
            <Link href="/settings/api/keys">Open API keys</Link>
          </Button>
        </Step>
        <Step text="Send it as a bearer token with each request.">
          <Shell label="Request with the key" text={ask} what="request" />
        </Step>
        <Step text="Rotate the key from time to time. The previous secret keeps working while your integrations switch." />
      </ol>
      <p className="mt-5 text-muted">
        Create a separate key for each integration. Every operation is in the{' '}
        <Link href="/settings/api/reference" className={linkStyle}>
          API reference
        </Link>
        ; events are sent to your integration by{' '}
        <Link href="/settings/api/webhooks" className={linkStyle}>
          webhooks
        </Link>
        .
      </p>
    </Card>
  );
}

function Step({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <li>
      <p>{text}</p>
      {children}
    </li>
  );
}

function Shell({ label, text, what }: { label: string; text: string; what: string }) {
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <CodeBlock label={label} text={text} className="w-full" />
      <CopyButton text={text} what={what} />
    </div>
  );
}
