import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';

const linkStyle = 'font-medium text-link underline-offset-4 hover:underline';

/** How a program makes its first call. @param origin of this installation, without a trailing slash */
export function TokenGuide({ origin, email }: { origin: string; email: string }) {
  const signIn = `curl -sS ${origin}/auth/login -H 'Content-Type: application/json' \\
  -d '{"email":"${email}","password":"YOUR_PASSWORD"}'`;
  const ask = `curl -sS ${origin}/api/v1/inventory -H 'Authorization: Bearer ACCESS_TOKEN'`;
  return (
    <Card title="Get a token">
      <ol className="flex list-decimal flex-col gap-5 pl-5 marker:text-muted">
        <Step text="Sign in over the API. The response has an access token, valid for one hour, and a refresh token.">
          <Shell label="Sign-in request" text={signIn} what="sign-in request" />
        </Step>
        <Step text="Send the access token with each request.">
          <Shell label="Request with the token" text={ask} what="request with the token" />
        </Step>
        <Step text="Before it expires, exchange the refresh token at /auth/refresh; each works once. With two-step sign-in, first send a code to /auth/mfa/complete." />
      </ol>
      <p className="mt-5 text-muted">
        Give each program its own member, invited with the role that it needs. Every operation is in the{' '}
        <Link href="/settings/api/reference" className={linkStyle}>
          API reference
        </Link>
        ; events are sent to your program by{' '}
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
