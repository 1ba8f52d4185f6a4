'use client';
import { NewSecretDialog } from '@/components/business/developers/new-secret-dialog';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { TestPanel } from './test-panel';
import type { EndpointWithSecret, EventChoice } from './types';

/** The secret of an endpoint, shown this once. */
export function SecretDialog({
  title,
  endpoint,
  choices,
  note,
  onClose,
}: {
  title: string;
  endpoint: EndpointWithSecret;
  /** With them a first test stands below the secret. */
  choices?: readonly EventChoice[];
  note?: string;
  onClose: () => void;
}) {
  return (
    <NewSecretDialog
      title={title}
      label="Secret"
      what="secret"
      secret={endpoint.secret}
      warning="Copy this secret now. You won't see it again. Your endpoint verifies deliveries with it."
      note={note}
      footer={
        <>
          {choices && (
            <Button asChild>
              <Link href={`/settings/api/webhooks/${endpoint.id}`}>Open endpoint</Link>
            </Button>
          )}
          <Button variant={choices ? 'secondary' : 'primary'} onClick={onClose}>
            Done
          </Button>
        </>
      }
      onClose={onClose}
    >
      {choices && (
        <section aria-labelledby="try-it" className="border-border border-t pt-4">
          <h3 id="try-it" className="mb-3 font-semibold">
            Try it
          </h3>
          <TestPanel endpoint={endpoint} choices={choices} />
        </section>
      )}
    </NewSecretDialog>
  );
}
