import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { ImportPage } from '@/components/imports/import-page';

export const metadata = { title: 'Import opening balances' };

async function OpeningBalancesImportPage() {
  await requireViewer('/invoices/import', { needs: ['create:credits', 'update:inventory'] });
  return <ImportPage kind="opening_balances" locations={[]} />;
}

export default guarded(OpeningBalancesImportPage, 'an admin or owner');
