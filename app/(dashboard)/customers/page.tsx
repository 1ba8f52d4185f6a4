import { listPage } from '@/app/list-page';
import { partnerRows } from '@/app/partner-rows';
import { WAITING } from '@/components/claims/list-input';
import { customersList } from '@/components/customers/list';
import { CustomersPage } from '@/components/customers/list-page';
import type { Customer } from '@/components/customers/types';
import { PENDING } from '@/components/network/list';

export const metadata = { title: 'Customers' };

export default listPage({
  path: '/customers',
  needs: ['read:customers'],
  list: customersList,
  rows: (queries, viewer, taken) =>
    partnerRows(
      { queries, viewer, taken },
      { query: queries.customers.list, name: 'customers.list' },
      ({ id }: Customer) => id,
      'wholesaler',
    ),
  show: async ({ caller }) => {
    const [pending, claims] = await Promise.all([
      caller.entity.connections.list(PENDING.selling),
      caller.claims.list(WAITING),
    ]);
    return <CustomersPage pending={pending} claims={claims} />;
  },
});
