import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { RecallPage } from '@/components/stock/recalls/detail-page';
import { ordersOfRecall } from '@/components/stock/recalls/orders-input';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }> };

/** Asked for once, for the title and for the page. */
const findRecall = cache(async (id: string) => {
  const { caller } = await requireViewer(`/recalls/${id}`);
  return unlessAbsent(caller.recalls.get({ id }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const recall = await findRecall((await params).id);
  return { title: recall ? `Recall of ${recall.batch_id}` : 'Not found' };
}

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/recalls/${id}`);
  const recall = await findRecall(id);
  if (!recall) notFound();
  const { queries, give, HydrateClient } = prefetching(viewer);
  give('recalls.get', { id: recall.id }, recall);
  const [locations] = await Promise.all([
    viewer.caller.entity.locations.list({ limit: 500 }),
    queries.orders.summaries.prefetch(ordersOfRecall(recall.id)),
    queries.lots.list.prefetch({ batch: recall.batch, limit: 100 }),
    queries.batches.get.prefetch({ id: recall.batch }),
  ]);
  return (
    <HydrateClient>
      <RecallPage
        key={recall.id}
        first={recall}
        locations={Object.fromEntries(locations.data.map((location) => [location.id, location.name]))}
      />
    </HydrateClient>
  );
}

export default guarded(Page);
