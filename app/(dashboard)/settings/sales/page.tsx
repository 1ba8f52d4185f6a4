import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { SalesPage } from '@/components/business/sales-page';
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
