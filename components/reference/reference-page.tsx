'use client';
import { useCallback, useState } from 'react';
import { DeveloperTabs } from '@/components/developers/developer-tabs';
import { PageHeader } from '@/components/ui/page-header';
import { ApiDocument } from './api-document';
import { TokenForm } from './token-form';

/** The API document, with a token to try it, which stays in this page. */
export function ReferencePage({ email }: { email: string }) {
  const [token, setToken] = useState<string | null>(null);
  const onToken = useCallback((accessToken: string) => setToken(accessToken), []);
  return (
    <>
      <PageHeader
        title="API reference"
        description="Every REST operation. Requests sent from this page are real."
        actions={
          <a className="font-medium text-link underline-offset-4 hover:underline" href="/api/openapi.json">
            OpenAPI document
          </a>
        }
      />
      <DeveloperTabs current="reference" />
      <div className="mt-4">
        <TokenForm email={email} hasToken={token !== null} onToken={onToken} />
      </div>
      <ApiDocument token={token} />
    </>
  );
}
