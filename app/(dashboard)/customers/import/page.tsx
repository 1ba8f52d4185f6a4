import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { ImportPage } from '@/components/imports/import-page';

export const metadata = { title: 'Import customers' };

async function CustomersImportPage() {
  await requireViewer('/customers/import', { needs: ['create:customers', 'update:customers'] });
  return <ImportPage kind="customers" locations={[]} />;
}

export default guarded(CustomersImportPage, 'a manager, admin or owner');
