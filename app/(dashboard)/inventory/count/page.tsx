import { requireViewer } from '@/app/runtime';
import { CountPage } from '@/components/imports/count-page';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';

export const metadata = { title: 'Count stock' };

export default async function InventoryCountPage() {
  const { actor, caller } = await requireViewer('/inventory/count');
  if (!actor.permissions.includes('update:inventory')) {
    return <ForbiddenPanel needs="a manager, admin or owner" />;
  }
  const { locations } = await caller.entity.get({});
  const within = locations.filter(({ id }) => actor.locationIds === null || actor.locationIds.includes(id));
  return <CountPage locations={within.map(({ id, name }) => ({ id, name }))} />;
}
