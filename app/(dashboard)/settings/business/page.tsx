import { forbidden } from 'next/navigation';
import { BusinessPage } from '@/components/business/business-page';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Business' };

async function Page() {
  const viewer = await requireViewer('/settings/business', { whole: true });
  if (!viewer.actor.permissions.includes('update:entity')) forbidden();
  const entity = await viewer.caller.entity.get({});
  const { give, HydrateClient } = prefetching(viewer);
  give('entity.get', {}, entity);
  return (
    <HydrateClient>
      <BusinessPage first={entity} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
