'use client';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';

/** The way out of a dialog: it stays while a request runs, and asks before what was typed is thrown away. Render `question` beside it. */
export function useLeaving({
  touched,
  pending,
  onClose,
  ...texts
}: {
  touched: boolean;
  /** While the request of the dialog runs. */
  pending: boolean;
  onClose: () => void;
  title?: string;
  description?: string;
  confirmLabel?: string;
}): { leave: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false);
  const leave = () => {
    if (pending) return;
    if (touched) setAsking(true);
    else onClose();
  };
  const question = (
    <ConfirmDialog
      title="Discard your changes?"
      description="Your changes aren't saved yet."
      confirmLabel="Discard changes"
      {...texts}
      open={asking}
      onOpenChange={setAsking}
      cancelLabel="Keep editing"
      onConfirm={onClose}
    />
  );
  return { leave, question };
}
