import { payRunsList } from '@/components/money/pay-runs/list';
import { PayRunsPage } from '@/components/money/pay-runs/list-page';
import { listPage } from '@/components/ui/pages/list-page';
import { BUYERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Pay runs' };

export default listPage({
  path: '/pay-runs',
  needs: ['pay:bills'],
  only: BUYERS,
  whole: true,
  who: 'an owner or admin with access to all locations',
  list: payRunsList,
  rows: (queries) => queries.payRuns.list,
  show: () => <PayRunsPage />,
});
