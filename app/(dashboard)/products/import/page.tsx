import { requireViewer } from '@/app/runtime';
import { ImportPage } from '@/components/imports/import-page';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';

export const metadata = { title: 'Import products' };

export default async function ProductsImportPage() {
  const { actor } = await requireViewer('/products/import');
  const needed = ['create:products', 'update:products'] as const;
  if (!needed.every((permission) => actor.permissions.includes(permission))) {
    return <ForbiddenPanel needs="an admin or owner" />;
  }
  return <ImportPage kind="products" locations={[]} />;
}
