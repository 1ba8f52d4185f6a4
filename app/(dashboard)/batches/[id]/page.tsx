import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { BatchPage } from '@/components/stock/batches/detail-page';
import { lotsInput } from '@/components/stock/batches/lots-input';
import { todayIn } from '@/components/ui/format';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }> };

/** Asked for once, for the title and for the page. */
const findBatch = cache(async (id: string) => {
  const { caller } = await requireViewer(`/batches/${id}`);
  return unlessAbsent(caller.batches.get({ id }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const batch = await findBatch((await params).id);
  return { title: batch?.batch_id ?? 'Not found' };
}

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/batches/${id}`);
  const batch = await findBatch(id);
  if (!batch) notFound();
  const { caller } = viewer;
  const { queries, give, HydrateClient } = prefetching(viewer);
  give('batches.get', { id: batch.id }, batch);
  const [product, certificate, locations] = await Promise.all([
    unlessAbsent(caller.products.get({ id: batch.product_id })),
    batch.has_coa ? unlessAbsent(caller.batches.coa({ id: batch.id })) : null,
    caller.entity.locations.list({ limit: 500 }),
    queries.lots.list.prefetch(lotsInput(batch.id)),
    queries.recalls.list.prefetch({ batch: batch.id, limit: 10 }),
  ]);
  return (
    <HydrateClient>
      <BatchPage
        key={batch.id}
        first={batch}
        product={
          product && {
            owner: product.entity,
            thc_percentage: product.thc_percentage,
            cbd_percentage: product.cbd_percentage,
          }
        }
        locations={Object.fromEntries(locations.data.map((location) => [location.id, location.name]))}
        certificate={certificate}
        today={todayIn(viewer.actor.entity.timezone)}
      />
    </HydrateClient>
  );
}

export default guarded(Page);
