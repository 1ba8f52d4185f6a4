import { WAITING } from '@/components/partners/claims/list-input';
import { customersList } from '@/components/partners/customers/list';
import { CustomersPage } from '@/components/partners/customers/list-page';
import type { Customer } from '@/components/partners/customers/types';
import { PENDING } from '@/components/partners/network/list';
import { partnerRows } from '@/components/partners/partner-rows';
import { listPage } from '@/components/ui/pages/list-page';

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
