import { listPage } from '@/app/list-page';
import { todayIn } from '@/components/format';
import { ownSideOf } from '@/components/orders/own-side';
import { receivablesList } from '@/components/receivables/list';
import { ReceivablesPage } from '@/components/receivables/page';

export const metadata = { title: 'Receivables' };

export default listPage({
  path: '/receivables',
  needs: ['read:invoices'],
  whole: true,
  who: 'a member with access to all locations',
  list: receivablesList,
  rows: (queries) => queries.receivables.list,
  scope: ({ actor }) => ({
    own: ownSideOf(actor.entity.type) as 'buying' | 'selling',
    today: todayIn(actor.entity.timezone),
  }),
  show: ({ actor }) => (
    <ReceivablesPage own={ownSideOf(actor.entity.type)} hasBoth={actor.entity.type === 'wholesaler'} />
  ),
});
