import { ImportPage } from '@/components/business/imports/import-page';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Import goods receipts' };

async function GoodsReceiptsImportPage() {
  const { actor, caller } = await requireViewer('/inventory/receipts/import', {
    needs: ['update:inventory'],
  });
  const { locations } = await caller.entity.get({});
  const within = locations.filter(({ id }) => actor.locationIds === null || actor.locationIds.includes(id));
  return <ImportPage kind="goods_receipts" locations={within.map(({ id, name }) => ({ id, name }))} />;
}

export default guarded(GoodsReceiptsImportPage, 'a manager, admin or owner');
