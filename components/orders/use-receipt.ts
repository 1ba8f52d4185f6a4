import { showDone } from '@/components/ui/base/toast';
import { trpc } from '@/components/ui/providers/trpc';
import type { Order, Receipt, ReceiptInput } from './types';

/** What a check-in says. */
type Said = { lines: ReceiptInput['lines']; notes: string; signer: string };

/** Files the receipt of an order, or corrects the one that it has. */
export function useReceipt(
  order: Pick<Order, 'id' | 'order_number'>,
  receipt: Pick<Receipt, 'id'> | null,
  onDone: () => void,
) {
  const file = trpc.orders.fileReceipt.useMutation({
    onSuccess: () => {
      showDone(`${order.order_number} received`);
      onDone();
    },
  });
  const correct = trpc.orders.correctReceipt.useMutation({
    onSuccess: () => {
      showDone(`Receipt of ${order.order_number} corrected`);
      onDone();
    },
  });
  return {
    send: ({ lines, notes, signer }: Said) => {
      const { id } = order;
      if (receipt) correct.mutate({ id, receipt_id: receipt.id, lines, notes: notes || null });
      else file.mutate({ id, lines, ...(notes && { notes }), ...(signer && { signed_by: signer }) });
    },
    pending: file.isPending || correct.isPending,
    error: file.error ?? correct.error,
  };
}
