'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { formatCount } from '@/components/ui/format';

/** Asks before counts are lost that weren't sent. */
export function SignOutQuestion({
  unsent,
  onClose,
  onConfirm,
}: {
  unsent: number;
  onClose: () => void;
  onConfirm: () => unknown;
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Sign out with ${formatCount(unsent, 'unsent entry', 'unsent entries')}?`}
      description="What you counted without a network is removed from this device. To send it, open the count with a network."
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      onConfirm={onConfirm}
    />
  );
}
