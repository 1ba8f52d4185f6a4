'use client';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';

/** A form in a dialog: its submit button in the footer, and a question before what was typed is thrown away. */
export function FormDialog({
  title,
  formId,
  submitLabel,
  dirty,
  pending,
  onClose,
  children,
}: {
  title: string;
  formId: string;
  submitLabel: string;
  dirty: boolean;
  pending: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  const leave = () => {
    if (pending) return;
    if (dirty) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title={title}
        footer={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={pending}>
              {submitLabel}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        description="Your changes aren't saved yet."
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        onConfirm={onClose}
      />
    </>
  );
}
