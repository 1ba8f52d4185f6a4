import { listPage } from '@/app/list-page';
import { ConnectionsPage } from '@/components/network/connections-page';
import { PENDING, suppliersList } from '@/components/network/list';
import { BUYERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Suppliers' };

export default listPage({
  path: '/suppliers',
  only: BUYERS,
  needs: ['read:connections'],
  list: suppliersList,
  rows: (queries) => queries.entity.connections.list,
  show: async ({ caller }) => (
    <ConnectionsPage pending={await caller.entity.connections.list(PENDING.buying)} />
  ),
});
