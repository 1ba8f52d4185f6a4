import { CustomerRequestsPage } from '@/components/partners/customers/requests-page';
import { customerRequests, PENDING } from '@/components/partners/network/list';
import { listPage } from '@/components/ui/pages/list-page';

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
