import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { NewCustomerForm } from '@/components/customers/new-customer-form';
import { PageHeader } from '@/components/ui/page-header';

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
