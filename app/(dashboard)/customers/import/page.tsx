import { ImportPage } from '@/components/business/imports/import-page';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Import customers' };

async function CustomersImportPage() {
  await requireViewer('/customers/import', { needs: ['create:customers', 'update:customers'] });
  return <ImportPage kind="customers" locations={[]} />;
}

export default guarded(CustomersImportPage, 'a manager, admin or owner');
