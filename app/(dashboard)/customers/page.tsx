import { listPage } from '@/app/list-page';
import { customersList } from '@/components/customers/list';
import { CustomersPage } from '@/components/customers/list-page';
import { PENDING } from '@/components/network/list';

export const metadata = { title: 'Customers' };

export default listPage({
  path: '/customers',
  needs: ['read:customers'],
  list: customersList,
  rows: (queries) => queries.customers.list,
  show: async ({ caller }) => (
    <CustomersPage pending={await caller.entity.connections.list(PENDING.selling)} />
  ),
});
