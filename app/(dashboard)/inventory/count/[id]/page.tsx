import { notFound, redirect } from 'next/navigation';
import { CountDetail } from '@/components/stock/counts/detail-page';
import { reviewInput, sheetInput } from '@/components/stock/counts/reads';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Count' };

async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const viewer = await requireViewer(`/inventory/count/${encodeURIComponent(id)}`, {
    needs: ['update:inventory'],
  });
  const { actor, caller } = viewer;
  const [count, { locations }] = await Promise.all([
    unlessAbsent(caller.inventory.counts.get({ id })),
    caller.entity.get({}),
  ]);
  if (!count) {
    // The history of an item names counts of both kinds: those that came as a file are imports.
    const file = await unlessAbsent(caller.imports.get({ id }));
    if (!file) notFound();
    redirect(`/inventory/count?import=${id}`);
  }
  const { queries, give, HydrateClient } = prefetching(viewer);
  give('inventory.counts.get', { id }, count);
  await queries.inventory.counts.lines.prefetch(
    count.status === 'counting' ? sheetInput(id) : reviewInput(id),
  );
  return (
    <HydrateClient>
      <CountDetail
        first={count}
        place={locations.find((one) => one.id === count.location_id)?.name ?? 'Closed location'}
        userId={actor.userId}
      />
    </HydrateClient>
  );
}

export default guarded(Page, 'a manager, admin or owner');
