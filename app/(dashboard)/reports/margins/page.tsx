import { listPage } from '@/app/list-page';
import { marginsList } from '@/components/margins/list';
import { MarginsPage } from '@/components/margins/page';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Margins' };

export default listPage({
  path: '/reports/margins',
  needs: ['read:invoices'],
  only: SELLERS,
  whole: true,
  list: marginsList,
  rows: (queries) => queries.margins.get,
  show: () => <MarginsPage />,
  who: 'a member with access to all locations',
});
