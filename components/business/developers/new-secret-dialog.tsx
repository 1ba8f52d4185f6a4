'use client';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '@/components/ui/base/code-block';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { CopyButton } from '@/components/ui/base/copy-button';
import { Dialog } from '@/components/ui/base/dialog';
import { WarningNote } from '@/components/ui/base/warning-note';

/** A secret, shown this once: leaving by Escape before it was copied asks first. */
export function NewSecretDialog({
  title,
  label,
  what,
  secret,
  warning,
  note,
  footer,
  onClose,
  children,
}: {
  title: string;
  /** Names the box with the secret. */
  label: string;
  /** Its noun in a sentence: "secret", "key". */
  what: string;
  secret: string;
  warning: string;
  note?: string;
  footer: ReactNode;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [copied, setCopied] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog open onOpenChange={() => (copied ? onClose() : setAsking(true))} title={title} footer={footer}>
        <div className="flex flex-col gap-5">
          <div className="flex flex-col gap-2">
            <WarningNote>{warning}</WarningNote>
            <CodeBlock label={label} text={secret} className="text-sm" />
            <div className="flex flex-wrap items-center gap-2">
              <CopyButton text={secret} what={what} onCopied={() => setCopied(true)} />
              {note && <p className="text-muted text-sm">{note}</p>}
            </div>
          </div>
          {children}
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Close without copying the ${what}?`}
        description="It can't be shown again. You would have to rotate it."
        confirmLabel="Close without copying"
        cancelLabel="Keep open"
        onConfirm={onClose}
      />
    </>
  );
}
