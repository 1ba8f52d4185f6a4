import { requireViewer } from '@/app/runtime';
import { ImportPage } from '@/components/imports/import-page';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';

export const metadata = { title: 'Import stock' };

export default async function InventoryImportPage() {
  const { actor, caller } = await requireViewer('/inventory/import');
  if (!actor.permissions.includes('update:inventory')) {
    return <ForbiddenPanel needs="a manager, admin or owner" />;
  }
  const { locations } = await caller.entity.get({});
  const within = locations.filter(({ id }) => actor.locationIds === null || actor.locationIds.includes(id));
  return <ImportPage kind="inventory" locations={within.map(({ id, name }) => ({ id, name }))} />;
}
