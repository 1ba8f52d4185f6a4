import { listPage } from '@/app/list-page';
import { backordersList } from '@/components/backorders/list';
import { BackordersPage } from '@/components/backorders/list-page';
import { ownSideOf } from '@/components/orders/own-side';

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
