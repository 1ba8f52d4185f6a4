'use client';
import { showDone, showFailure } from '@/components/ui/base/toast';
import { failureOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import { linesBack } from './undo';

/** Moves back what a transfer moved, as a transfer of its own: the ledger keeps both. */
export function useUndoTransfer(): (id: string) => Promise<void> {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.inventory.transfer.useMutation();
  return async (id) => {
    try {
      const transfer = await utils.inventory.getTransfer.fetch({ id });
      await mutateAsync({ lines: linesBack(transfer), notes: 'Undo of a transfer' });
      showDone('Transfer undone');
    } catch (error) {
      showFailure('The transfer was not undone', failureOf(error)?.message ?? 'No response from the server.');
    }
  };
}
