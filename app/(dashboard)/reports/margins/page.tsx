import { marginsList } from '@/components/money/margins/list';
import { MarginsPage } from '@/components/money/margins/page';
import { listPage } from '@/components/ui/pages/list-page';
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
