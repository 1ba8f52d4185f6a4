import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { PaymentPage } from '@/components/money/payments/detail-page';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findViewer, requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }> };

/** Null when it is no payment of the business. */
const findPayment = cache(async (id: string) => {
  const viewer = await findViewer();
  return viewer ? unlessAbsent(viewer.caller.payments.get({ id })) : null;
});

export const metadata: Metadata = { title: 'Payment' };

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/payments/${encodeURIComponent(id)}`, {
    needs: ['read:invoices'],
    whole: true,
  });
  const payment = await findPayment(id);
  if (!payment) notFound();
  const { give, HydrateClient } = prefetching(viewer);
  give('payments.get', { id: payment.id }, payment);
  return (
    <HydrateClient>
      <PaymentPage key={payment.id} first={payment} />
    </HydrateClient>
  );
}

export default guarded(Page, 'a member with access to all locations');
