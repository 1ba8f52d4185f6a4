import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import type { BookExport } from './types';

/** Asks before an export and its files are deleted. */
export function DiscardDialog({ made, onClose }: { made: BookExport; onClose: () => void }) {
  const discard = trpc.books.delete.useMutation();
  const confirm = async () => {
    await discard.mutateAsync({ id: made.id });
    showDone('Export discarded');
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Discard this export?"
      description={
        made.only === 'new'
          ? 'Its files are deleted, and the next export includes the same documents again. If you imported it, delete it from your books, too.'
          : 'Its files are deleted. No document was marked as exported.'
      }
      confirmLabel="Discard export"
      cancelLabel="Keep export"
      onConfirm={confirm}
    >
      <FormAlert message={errorTextOf(discard.error)} />
    </ConfirmDialog>
  );
}
