import { ConnectionsPage } from '@/components/partners/network/connections-page';
import { PENDING, suppliersList } from '@/components/partners/network/list';
import type { Connection } from '@/components/partners/network/types';
import { partnerRows } from '@/components/partners/partner-rows';
import { listPage } from '@/components/ui/pages/list-page';
import { BUYERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Suppliers' };

export default listPage({
  path: '/suppliers',
  only: BUYERS,
  needs: ['read:connections'],
  list: suppliersList,
  rows: (queries, viewer, taken) =>
    partnerRows(
      { queries, viewer, taken },
      { query: queries.entity.connections.list, name: 'entity.connections.list' },
      ({ entity }: Connection) => entity.id,
      'retailer',
    ),
  show: async ({ caller }) => (
    <ConnectionsPage pending={await caller.entity.connections.list(PENDING.buying)} />
  ),
});
