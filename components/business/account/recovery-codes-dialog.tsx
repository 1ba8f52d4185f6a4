'use client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { CopyButton } from '@/components/ui/base/copy-button';
import { Dialog } from '@/components/ui/base/dialog';
import { WarningNote } from '@/components/ui/base/warning-note';

/** The recovery codes, shown this once: leaving by Escape before they were saved asks first. */
export function RecoveryCodesDialog({
  title,
  codes,
  onClose,
}: {
  title: string;
  codes: readonly string[];
  onClose: () => void;
}) {
  const [saved, setSaved] = useState(false);
  const [asking, setAsking] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <Dialog
        open
        onOpenChange={() => (saved ? onClose() : setAsking(true))}
        title={title}
        size="sm"
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <WarningNote>
            Save these recovery codes now. You won't see them again. Each signs you in once if you lose your
            authenticator app.
          </WarningNote>
          <ul
            aria-label="Recovery codes"
            className="grid gap-y-1.5 rounded-lg border border-border bg-bg px-4 py-3 font-mono text-sm"
          >
            {codes.map((code) => (
              <li key={code} className="select-all">
                {code}
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-2">
            <CopyButton text={text} what="codes" onCopied={() => setSaved(true)} />
            <Button asChild size="sm">
              <a
                href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
                download="tallyleaf-recovery-codes.txt"
                onClick={() => setSaved(true)}
              >
                <Download aria-hidden />
                Download codes
              </a>
            </Button>
          </div>
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Close without saving the codes?"
        description="They can't be shown again. You would have to replace them."
        confirmLabel="Close without saving"
        cancelLabel="Keep open"
        onConfirm={onClose}
      />
    </>
  );
}
