import { listPage } from '@/app/list-page';
import { CustomerRequestsPage } from '@/components/customers/requests-page';
import { customerRequests, PENDING } from '@/components/network/list';

export const metadata = { title: 'Customer requests' };

export default listPage({
  path: '/customers/requests',
  needs: ['read:customers', 'read:connections'],
  list: customerRequests,
  rows: (queries) => queries.entity.connections.list,
  show: async ({ caller }) => (
    <CustomerRequestsPage pending={await caller.entity.connections.list(PENDING.selling)} />
  ),
});
