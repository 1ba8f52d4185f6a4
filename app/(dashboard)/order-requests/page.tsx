import { requestsList } from '@/components/orders/requests/list';
import { RequestsPage } from '@/components/orders/requests/list-page';
import { listPage } from '@/components/ui/pages/list-page';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Order requests' };

export default listPage({
  path: '/order-requests',
  needs: ['read:orders'],
  only: SELLERS,
  list: requestsList,
  rows: (queries) => queries.orderRequests.list,
  show: () => <RequestsPage />,
});
