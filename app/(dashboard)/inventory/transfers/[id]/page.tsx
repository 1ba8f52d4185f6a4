import { notFound } from 'next/navigation';
import { TransferPage } from '@/components/stock/transfers/detail-page';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Transfer' };

async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { caller } = await requireViewer(`/inventory/transfers/${encodeURIComponent(id)}`);
  const [transfer, entity] = await Promise.all([
    unlessAbsent(caller.inventory.getTransfer({ id })),
    caller.entity.get({}),
  ]);
  if (!transfer) notFound();
  return (
    <TransferPage
      key={transfer.id}
      first={transfer}
      locations={entity.locations.map((location) => ({ id: location.id, name: location.name }))}
    />
  );
}

export default guarded(Page, 'a manager, admin or owner');
