import { ImportPage } from '@/components/business/imports/import-page';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Import stock' };

async function InventoryImportPage() {
  const { actor, caller } = await requireViewer('/inventory/import', { needs: ['update:inventory'] });
  const { locations } = await caller.entity.get({});
  const within = locations.filter(({ id }) => actor.locationIds === null || actor.locationIds.includes(id));
  return <ImportPage kind="inventory" locations={within.map(({ id, name }) => ({ id, name }))} />;
}

export default guarded(InventoryImportPage, 'a manager, admin or owner');
