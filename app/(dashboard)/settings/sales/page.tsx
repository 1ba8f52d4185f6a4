import { SalesPage } from '@/components/business/sales-page';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Sales settings' };

async function Page() {
  const viewer = await requireViewer('/settings/sales', {
    needs: ['update:entity'],
    only: SELLERS,
    whole: true,
  });
  const entity = await viewer.caller.entity.get({});
  const { give, HydrateClient } = prefetching(viewer);
  give('entity.get', {}, entity);
  return (
    <HydrateClient>
      <SalesPage first={entity} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
