'use client';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Link } from '@/components/ui/link';
import { TestPanel } from './test-panel';
import type { EndpointWithSecret, EventChoice } from './types';

/** The secret of an endpoint, shown this once: leaving by Escape before it was copied asks first. */
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
  const [copied, setCopied] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog
        open
        onOpenChange={() => (copied ? onClose() : setAsking(true))}
        title={title}
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
      >
        <div className="flex flex-col gap-5">
          <section aria-label="Signing secret" className="flex flex-col gap-2">
            <p className="flex items-start gap-2 rounded-lg bg-tint-warning px-3 py-2 text-on-tint-warning">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              Copy this secret now. You won't see it again. Your endpoint verifies deliveries with it.
            </p>
            <CodeBlock label="Secret" text={endpoint.secret} className="text-sm" />
            <div className="flex flex-wrap items-center gap-2">
              <CopyButton text={endpoint.secret} what="secret" onCopied={() => setCopied(true)} />
              {note && <p className="text-muted text-sm">{note}</p>}
            </div>
          </section>
          {choices && (
            <section aria-labelledby="try-it" className="border-border border-t pt-4">
              <h3 id="try-it" className="mb-3 font-semibold">
                Try it
              </h3>
              <TestPanel endpoint={endpoint} choices={choices} />
            </section>
          )}
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Close without copying the secret?"
        description="It can't be shown again. You would have to rotate it."
        confirmLabel="Close without copying"
        cancelLabel="Keep open"
        onConfirm={onClose}
      />
    </>
  );
}
