import { priceListsList } from '@/components/catalog/price-lists/list';
import { PriceListsPage } from '@/components/catalog/price-lists/list-page';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Price lists' };

export default listPage({
  path: '/price-lists',
  needs: ['read:prices'],
  list: priceListsList,
  rows: (queries) => queries.priceLists.list,
  show: () => <PriceListsPage />,
});
