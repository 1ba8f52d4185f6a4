import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { movementsInput, siblingsInput } from '@/components/inventory/detail-inputs';
import { InventoryDetail } from '@/components/inventory/detail-page';
import { itemName } from '@/components/inventory/types';
import { loadItem } from './load';

type Params = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const item = await loadItem((await params).id);
  return { title: item ? itemName(item) : 'Not found' };
}

async function InventoryItemPage({ params }: Params) {
  const { id } = await params;
  const viewer = await requireViewer(`/inventory/${encodeURIComponent(id)}`);
  const item = await loadItem(id);
  if (!item) notFound();
  const { queries, give, HydrateClient } = prefetching(viewer);
  give('inventory.get', { id: item.id }, item);
  const [entity] = await Promise.all([
    viewer.caller.entity.get({}),
    queries.inventory.movements.prefetch(movementsInput(item.id, 1)),
    queries.inventory.list.prefetch(siblingsInput(item.product_id)),
  ]);
  return (
    <HydrateClient>
      <InventoryDetail
        key={item.id}
        first={item}
        locations={entity.locations.map((location) => ({ id: location.id, name: location.name }))}
      />
    </HydrateClient>
  );
}

export default guarded(InventoryItemPage, 'a manager, admin or owner');
