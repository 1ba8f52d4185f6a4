import { forbidden } from 'next/navigation';
import { PosSettingsPage } from '@/components/stock/pos/settings-page';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'POS settings' };

async function Page() {
  const viewer = await requireViewer('/settings/pos');
  const { actor, caller } = viewer;
  const may = actor.permissions.includes('update:entity') && actor.permissions.includes('update:locations');
  if (!may) forbidden();
  const entity = await caller.entity.get({});
  const { give, HydrateClient } = prefetching(viewer);
  give('entity.get', {}, entity);
  return (
    <HydrateClient>
      <PosSettingsPage first={entity} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
