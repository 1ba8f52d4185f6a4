import { listPage } from '@/app/list-page';
import { recallsList } from '@/components/recalls/list';
import { RecallsPage } from '@/components/recalls/list-page';

export const metadata = { title: 'Recalls' };

export default listPage({
  path: '/recalls',
  list: recallsList,
  rows: (queries) => queries.recalls.list,
  show: () => <RecallsPage />,
});
