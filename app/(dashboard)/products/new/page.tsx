import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { NewProductForm } from '@/components/products/new-product-form';
import { PageHeader } from '@/components/ui/page-header';

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
