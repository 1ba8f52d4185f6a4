import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { InvoicePage } from '@/components/money/invoices/detail-page';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findViewer, requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }> };

/** Null when it is no invoice of the business. */
const findInvoice = cache(async (id: string) => {
  const viewer = await findViewer();
  return viewer ? unlessAbsent(viewer.caller.invoices.get({ id })) : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const viewer = await findViewer();
  const invoice = viewer && (await findInvoice((await params).id));
  return { title: invoice?.number ?? 'Invoice' };
}

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/invoices/${encodeURIComponent(id)}`, { needs: ['read:invoices'] });
  const invoice = await findInvoice(id);
  if (!invoice) notFound();
  const { give, HydrateClient } = prefetching(viewer);
  give('invoices.get', { id: invoice.id }, invoice);
  return (
    <HydrateClient>
      <InvoicePage key={invoice.id} first={invoice} />
    </HydrateClient>
  );
}

export default guarded(Page);
