import type { SearchParams } from 'nuqs/server';
import { requireViewer } from '@/app/runtime';
import { todayIn } from '@/components/format';
import { InventorySnapshot } from '@/components/inventory/inventory-snapshot';
import { snapshotInput, snapshotList } from '@/components/inventory/snapshot-definition';

export const metadata = { title: 'Inventory snapshot' };

export default async function InventorySnapshotPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>;
}) {
  const state = await snapshotList.load(searchParams);
  const { caller } = await requireViewer(`/inventory/snapshot${snapshotList.query(state)}`);
  const entity = await caller.entity.get({});
  const { timezone } = entity.settings;
  const input = snapshotInput(state, timezone);
  const at = Date.now();
  // A location that is not the member's is refused; the page says so where the rows would be.
  const asked = input.date <= todayIn(timezone);
  const none = () => undefined;
  const [snapshot, comparison] = await Promise.all([
    asked && !state.compare ? caller.inventory.snapshot(input).catch(none) : undefined,
    asked && state.compare ? caller.inventory.comparison(input).catch(none) : undefined,
  ]);
  return (
    <InventorySnapshot
      seed={{ at, input, snapshot, comparison }}
      locations={entity.locations.map(({ id, name }) => ({ id, name }))}
    />
  );
}
