'use client';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
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
