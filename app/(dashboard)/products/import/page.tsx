import { ImportPage } from '@/components/business/imports/import-page';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Import products' };

async function ProductsImportPage() {
  await requireViewer('/products/import', { needs: ['create:products', 'update:products'] });
  return <ImportPage kind="products" locations={[]} />;
}

export default guarded(ProductsImportPage, 'an admin or owner');
