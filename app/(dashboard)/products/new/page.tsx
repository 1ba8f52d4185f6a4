import { NewProductForm } from '@/components/catalog/products/new-product-form';
import { PageHeader } from '@/components/ui/base/page-header';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'New product' };

async function NewProductPage() {
  await requireViewer('/products/new', { needs: ['create:products'] });
  return (
    <>
      <PageHeader title="New product" breadcrumbs={[{ label: 'Products', href: '/products' }]} />
      <NewProductForm />
    </>
  );
}

export default guarded(NewProductPage, 'an admin or owner');
