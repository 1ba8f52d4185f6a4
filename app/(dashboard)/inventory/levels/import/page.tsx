import { ImportPage } from '@/components/business/imports/import-page';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Import levels' };

async function LevelsImportPage() {
  const { actor, caller } = await requireViewer('/inventory/levels/import', {
    needs: ['update:inventory'],
  });
  const { locations } = await caller.entity.get({});
  const within = locations.filter(({ id }) => actor.locationIds === null || actor.locationIds.includes(id));
  return <ImportPage kind="levels_wanted" locations={within.map(({ id, name }) => ({ id, name }))} />;
}

export default guarded(LevelsImportPage, 'a manager, admin or owner');
