import { forbidden } from 'next/navigation';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { FleetPage } from '@/components/fleet/fleet-page';
import { FLEET } from '@/components/fleet/list-input';
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
