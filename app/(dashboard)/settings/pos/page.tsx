import { forbidden } from 'next/navigation';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { PosSettingsPage } from '@/components/pos/settings-page';

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
