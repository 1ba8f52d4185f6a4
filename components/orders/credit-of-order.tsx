'use client';
import { CreditDialog } from '@/components/money/invoices/credit-dialog';
import { creditsOf } from '@/components/money/invoices/detail-inputs';
import { trpc } from '@/components/ui/providers/trpc';

/** Credits the invoice of an order from the order's page. */
export function CreditOfOrder({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  const { data: invoice } = trpc.invoices.get.useQuery({ id: invoiceId });
  const { data: notes } = trpc.creditNotes.list.useQuery(creditsOf(invoiceId));
  if (!invoice || !notes) return null;
  return <CreditDialog invoice={invoice} notes={notes.data} onClose={onClose} />;
}
