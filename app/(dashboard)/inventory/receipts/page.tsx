import { receiptsList } from '@/components/stock/receiving/list';
import { ReceiptsPage } from '@/components/stock/receiving/list-page';
import { showChosenLocation } from '@/components/ui/pages/chosen-location';
import { listPage } from '@/components/ui/pages/list-page';
import { locationsOf } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Goods receipts' };

export default listPage({
  path: '/inventory/receipts',
  list: receiptsList,
  rows: (queries) => queries.goodsReceipts.list,
  async show(viewer, searchParams) {
    const locations = await locationsOf(viewer);
    await showChosenLocation('/inventory/receipts', searchParams, viewer.actor, locations);
    return <ReceiptsPage places={locations.map(({ id, name }) => ({ id, name }))} />;
  },
});
