import { ImportPage } from '@/components/business/imports/import-page';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Import opening balances' };

async function OpeningBalancesImportPage() {
  await requireViewer('/invoices/import', { needs: ['create:credits', 'update:inventory'] });
  return <ImportPage kind="opening_balances" locations={[]} />;
}

export default guarded(OpeningBalancesImportPage, 'an admin or owner');
