import { backordersList } from '@/components/orders/backorders/list';
import { BackordersPage } from '@/components/orders/backorders/list-page';
import { ownSideOf } from '@/components/orders/own-side';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Backorders' };

export default listPage({
  path: '/backorders',
  list: backordersList,
  rows: (queries) => queries.backorders.list,
  scope: ({ actor }) => ownSideOf(actor.entity.type),
  show: ({ actor }) => (
    <BackordersPage own={ownSideOf(actor.entity.type)} hasBoth={actor.entity.type === 'wholesaler'} />
  ),
});
