import type { Metadata } from 'next';
import { requireViewer } from '@/app/runtime';
import { movementsInput, siblingsInput } from '@/components/inventory/detail-inputs';
import { InventoryDetail } from '@/components/inventory/inventory-detail';
import { itemName } from '@/components/inventory/types';
import { loadItem } from './load';

type Params = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: itemName(await loadItem((await params).id)) };
}

export default async function InventoryItemPage({ params }: Params) {
  const { id } = await params;
  const { caller } = await requireViewer(`/inventory/${encodeURIComponent(id)}`);
  const at = Date.now();
  const item = await loadItem(id);
  const inputs = { movements: movementsInput(item.id, 1), siblings: siblingsInput(item.product_id) };
  const [movements, siblings, entity] = await Promise.all([
    caller.inventory.movements(inputs.movements),
    caller.inventory.list(inputs.siblings),
    caller.entity.get({}),
  ]);
  return (
    <InventoryDetail
      id={item.id}
      seed={{
        at,
        item,
        lists: [{ input: inputs.siblings, data: siblings }],
        movements: { input: inputs.movements, data: movements },
      }}
      locations={entity.locations.map((location) => ({ id: location.id, name: location.name }))}
    />
  );
}
