import { notFound } from 'next/navigation';
import { CorrectPage } from '@/components/stock/receiving/correct-page';
import { todayIn } from '@/components/ui/format';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { locationsOf, requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Correct receipt' };

async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const viewer = await requireViewer(`/inventory/receipts/${encodeURIComponent(id)}/correct`, {
    needs: ['update:inventory'],
  });
  const [receipt, locations] = await Promise.all([
    unlessAbsent(viewer.caller.goodsReceipts.get({ id })),
    locationsOf(viewer),
  ]);
  if (!receipt) notFound();
  return (
    <CorrectPage
      key={receipt.id}
      receipt={receipt}
      places={locations.map((location) => ({ id: location.id, name: location.name }))}
      today={todayIn(viewer.actor.entity.timezone)}
    />
  );
}

export default guarded(Page, 'a manager, admin or owner');
