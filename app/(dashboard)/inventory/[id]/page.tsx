import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { movementsInput, siblingsInput } from '@/components/stock/inventory/detail-inputs';
import { InventoryDetail } from '@/components/stock/inventory/detail-page';
import { itemName } from '@/components/stock/inventory/types';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';
import { loadItem } from '../../../../components/stock/inventory/load-item';

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
