import { forbidden } from 'next/navigation';
import { FleetPage } from '@/components/orders/fleet/fleet-page';
import { FLEET } from '@/components/orders/fleet/list-input';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Drivers and vehicles' };

async function Page() {
  const viewer = await requireViewer('/settings/fleet');
  const { entity, permissions } = viewer.actor;
  if (!SELLERS.includes(entity.type) || !permissions.includes('update:orders')) forbidden();
  const { queries, HydrateClient } = prefetching(viewer);
  await Promise.all([queries.drivers.list.prefetch(FLEET), queries.vehicles.list.prefetch(FLEET)]);
  return (
    <HydrateClient>
      <FleetPage />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
