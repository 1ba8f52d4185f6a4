import { forbidden } from 'next/navigation';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { InventorySettingsPage } from '@/components/inventory/settings-page';

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
