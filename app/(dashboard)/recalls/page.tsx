import { recallsList } from '@/components/stock/recalls/list';
import { RecallsPage } from '@/components/stock/recalls/list-page';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Recalls' };

export default listPage({
  path: '/recalls',
  list: recallsList,
  rows: (queries) => queries.recalls.list,
  show: () => <RecallsPage />,
});
