import { listPage } from '@/app/list-page';
import { priceListsList } from '@/components/price-lists/list';
import { PriceListsPage } from '@/components/price-lists/list-page';

export const metadata = { title: 'Price lists' };

export default listPage({
  path: '/price-lists',
  needs: ['read:prices'],
  list: priceListsList,
  rows: (queries) => queries.priceLists.list,
  show: () => <PriceListsPage />,
});
