import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { ImportPage } from '@/components/imports/import-page';

export const metadata = { title: 'Import products' };

async function ProductsImportPage() {
  await requireViewer('/products/import', { needs: ['create:products', 'update:products'] });
  return <ImportPage kind="products" locations={[]} />;
}

export default guarded(ProductsImportPage, 'an admin or owner');
