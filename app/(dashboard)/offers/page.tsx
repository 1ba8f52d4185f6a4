import { listPage } from '@/app/list-page';
import { offersList } from '@/components/offers/list';
import { OffersPage } from '@/components/offers/list-page';

export const metadata = { title: 'Offers' };

export default listPage({
  path: '/offers',
  needs: ['read:prices'],
  list: offersList,
  rows: (queries) => queries.offers.list,
  show: () => <OffersPage />,
});
