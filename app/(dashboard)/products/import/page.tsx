import { requireViewer } from '@/app/runtime';
import { ImportPage } from '@/components/imports/import-page';

export const metadata = { title: 'Import products' };

export default async function ProductsImportPage() {
  await requireViewer('/products/import', { needs: ['create:products', 'update:products'] });
  return <ImportPage kind="products" locations={[]} />;
}
