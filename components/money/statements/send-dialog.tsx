'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { formatDate } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';

/** Asks before a customer is mailed its statement. */
export function SendStatement({
  customer: { id, name },
  from,
  to,
  onClose,
}: {
  customer: { id: string; name: string };
  /** Days; the last 30 when absent. */
  from?: string;
  to?: string;
  onClose: () => void;
}) {
  const send = trpc.customers.sendStatement.useMutation();
  const period = from && to ? `${formatDate(from)} to ${formatDate(to)}` : 'the last 30 days';
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Send a statement to ${name}?`}
      description={`A statement of ${period} goes to the customer's contact email, with the PDF.`}
      confirmLabel="Send statement"
      cancelLabel="Don't send"
      destructive={false}
      onConfirm={async () => {
        const { sent_to } = await send.mutateAsync({ id, ...(from && { from }), ...(to && { to }) });
        showDone('Statement sent', `To ${sent_to}`);
      }}
    >
      <FormAlert message={errorTextOf(send.error)} />
    </ConfirmDialog>
  );
}
