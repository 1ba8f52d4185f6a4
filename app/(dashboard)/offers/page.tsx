import { offersList } from '@/components/partners/offers/list';
import { OffersPage } from '@/components/partners/offers/list-page';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Offers' };

export default listPage({
  path: '/offers',
  needs: ['read:prices'],
  list: offersList,
  rows: (queries) => queries.offers.list,
  show: () => <OffersPage />,
});
