import { NewCustomerForm } from '@/components/partners/customers/new-customer-form';
import { PageHeader } from '@/components/ui/base/page-header';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'New customer' };

async function NewCustomerPage() {
  await requireViewer('/customers/new', { needs: ['create:customers'] });
  return (
    <>
      <PageHeader title="New customer" breadcrumbs={[{ label: 'Customers', href: '/customers' }]} />
      <NewCustomerForm />
    </>
  );
}

export default guarded(NewCustomerPage, 'a manager, admin or owner');
