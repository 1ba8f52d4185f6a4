'use client';
import { showDone } from '@/components/ui/base/toast';
import { ReasonDialog } from '@/components/ui/forms/reason-dialog';
import { trpc } from '@/components/ui/providers/trpc';

/** Asks why and withdraws a certificate. */
export function WithdrawDialog({
  certificate,
  onClose,
}: {
  certificate: { id: string; product_id: string; file_name: string };
  onClose: () => void;
}) {
  const withdraw = trpc.products.coa.withdraw.useMutation();
  return (
    <ReasonDialog
      title={`Withdraw ${certificate.file_name}`}
      description="It no longer counts, and the one before it applies again. Everyone who reads the batch still sees the file and your reason."
      submitLabel="Withdraw certificate"
      destructive
      placeholder="For example: it belongs to another batch"
      act={async (reason) => {
        await withdraw.mutateAsync({ id: certificate.product_id, coa_id: certificate.id, reason });
        showDone('Certificate withdrawn');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
