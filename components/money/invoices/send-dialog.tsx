'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { formatDate, formatMoney, todayIn } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Invoice } from './types';

/** Asks before a customer is mailed an invoice. */
export function SendInvoice({
  invoice: { id, number, buyer, balance, mailed_at },
  onClose,
}: {
  invoice: Invoice;
  onClose: () => void;
}) {
  const send = trpc.invoices.send.useMutation();
  const { timezone } = useViewer().entity;
  const before =
    mailed_at && ` It was last emailed on ${formatDate(todayIn(timezone, new Date(mailed_at)))}.`;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Send ${number} to ${buyer.name}?`}
      description={`The PDF goes to the customer's contact email, with ${balance > 0 ? `${formatMoney(balance)} to pay` : 'nothing left to pay'}.${before ?? ''}`}
      confirmLabel="Send invoice"
      cancelLabel="Don't send"
      destructive={false}
      onConfirm={async () => {
        const { sent_to } = await send.mutateAsync({ id });
        showDone('Invoice sent', `To ${sent_to}`);
      }}
    >
      <FormAlert message={errorTextOf(send.error)} />
    </ConfirmDialog>
  );
}
