'use client';
import { useState } from 'react';
import { errorText } from '@/components/forms/error-text';
import { FormAlert } from '@/components/forms/form-alert';
import { trpc } from '@/components/providers/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showDone } from '@/components/ui/toast';
import type { PriceList } from './types';

/** Deletes a list that no customer has. */
export function DeletePriceList({
  list: { id, name },
  onDone,
  onClose,
}: {
  list: PriceList;
  onDone: () => void;
  onClose: () => void;
}) {
  const remove = trpc.priceLists.delete.useMutation();
  const [problem, setProblem] = useState<string>();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      description="Its prices are deleted with it. Orders keep theirs."
      confirmLabel="Delete price list"
      cancelLabel="Keep price list"
      onConfirm={async () => {
        try {
          await remove.mutateAsync({ id });
        } catch (error) {
          setProblem(errorText(error));
          return false;
        }
        showDone('Price list deleted', name);
        onDone();
        return true;
      }}
    >
      <FormAlert message={problem} />
    </ConfirmDialog>
  );
}
