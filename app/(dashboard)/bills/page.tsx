import { BillsPage } from '@/components/money/bills/bills-page';
import { billsList } from '@/components/money/bills/list';
import { moneyParties } from '@/components/money/money-parties';
import { listPage } from '@/components/ui/pages/list-page';
import { BUYERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Bills' };

export default listPage({
  path: '/bills',
  needs: ['read:invoices'],
  only: BUYERS,
  list: billsList,
  rows: (queries) => queries.invoices.list,
  show: async (viewer) => <BillsPage suppliers={(await moneyParties(viewer)).buying} />,
});
