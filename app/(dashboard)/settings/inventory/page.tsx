import { forbidden } from 'next/navigation';
import { InventorySettingsPage } from '@/components/stock/inventory/settings-page';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Inventory settings' };

async function Page() {
  const viewer = await requireViewer('/settings/inventory', { whole: true });
  const { actor, caller } = viewer;
  if (!actor.permissions.includes('update:entity')) forbidden();
  const entity = await caller.entity.get({});
  const { give, HydrateClient } = prefetching(viewer);
  give('entity.get', {}, entity);
  return (
    <HydrateClient>
      <InventorySettingsPage first={entity} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
