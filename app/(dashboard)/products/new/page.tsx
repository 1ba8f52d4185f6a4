import { requireViewer } from '@/app/runtime';
import { NewProductForm } from '@/components/products/new-product-form';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';
import { PageHeader } from '@/components/ui/page-header';

export const metadata = { title: 'New product' };

export default async function NewProductPage() {
  const { actor } = await requireViewer('/products/new');
  if (!actor.permissions.includes('create:products')) return <ForbiddenPanel needs="an admin or owner" />;
  return (
    <>
      <PageHeader title="New product" breadcrumbs={[{ label: 'Products', href: '/products' }]} />
      <NewProductForm />
    </>
  );
}
