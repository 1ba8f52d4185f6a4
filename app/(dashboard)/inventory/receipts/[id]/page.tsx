import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { ReceiptPage } from '@/components/stock/receiving/receipt-page';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { locationsOf, requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }> };

/** Asked for once, for the title and for the page. */
const findReceipt = cache(async (id: string) => {
  const { caller } = await requireViewer(`/inventory/receipts/${encodeURIComponent(id)}`);
  return unlessAbsent(caller.goodsReceipts.get({ id }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const receipt = await findReceipt((await params).id);
  return { title: receipt?.number ?? 'Not found' };
}

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/inventory/receipts/${encodeURIComponent(id)}`);
  const [receipt, locations] = await Promise.all([findReceipt(id), locationsOf(viewer)]);
  if (!receipt) notFound();
  return (
    <ReceiptPage
      key={receipt.id}
      first={receipt}
      places={locations.map((location) => ({ id: location.id, name: location.name }))}
    />
  );
}

export default guarded(Page);
