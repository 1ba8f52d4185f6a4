'use client';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { showCredentialError } from '@/components/business/account/credential-error';
import { OwnPassword, OwnPasswordField } from '@/components/business/account/credential-fields';
import { publicCall } from '@/components/business/auth/public-call';
import { DownloadLink } from '@/components/ui/base/download-link';
import { Form } from '@/components/ui/forms/form';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { useServerForm } from '@/components/ui/forms/use-server-form';

export type Export = Awaited<ReturnType<typeof publicCall.dataExport.latest.query>>;

const POLL_MS = 3_000;
const FILE = '/api/v1/entity/export/file';

/**
 * Asks for an archive of the business's data, and offers it once it is complete. Works without the frame's client, too.
 * @param first the latest export when the page was read; null before the first
 */
export function ExportData({ first }: { first: Export | null }) {
  const [latest, setLatest] = useState(first);
  const isRunning = latest?.status === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const read = () => void publicCall.dataExport.latest.query({}).then(setLatest, ignore);
    const timer = setInterval(read, POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  const form = useServerForm({
    schema: z.object({ password: OwnPassword }),
    defaultValues: { password: '' },
    onSubmit: async ({ password }) => {
      setLatest(await publicCall.dataExport.start.mutate({ password }));
      form.form.reset();
    },
    onError: showCredentialError,
  });
  return (
    <div className="flex flex-col gap-4">
      <p aria-live="polite" className={latest ? undefined : 'sr-only'}>
        {latest && textOf(latest)}
      </p>
      {latest?.expires_at && (
        <DownloadLink
          href={FILE}
          fileName="tallyleaf.tar"
          className="inline-flex items-center gap-2 font-medium underline"
        >
          Download the archive
        </DownloadLink>
      )}
      <Form form={form} className="flex max-w-sm flex-col gap-4">
        <OwnPasswordField />
        <SubmitButton pending={form.pending}>Export data</SubmitButton>
      </Form>
    </div>
  );
}

function textOf({ status, expires_at }: Export): string {
  if (status === 'running') return "Preparing the archive. You'll get an email when it's ready.";
  if (status === 'failed') return 'The last export failed. Try again.';
  return expires_at
    ? 'The archive is ready. You can download it for 24 hours after the export.'
    : 'The last archive has expired.';
}

/** A look that fails is repeated. */
function ignore(): void {}
