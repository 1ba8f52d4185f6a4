import { draftsList } from '@/components/orders/drafts/list';
import { DraftsPage } from '@/components/orders/drafts/list-page';
import { ownSideOf } from '@/components/orders/own-side';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Drafts and quotes' };

export default listPage({
  path: '/drafts',
  needs: ['read:orders'],
  list: draftsList,
  rows: (queries) => queries.drafts.list,
  scope: ({ actor }) => ownSideOf(actor.entity.type),
  show: ({ actor }) => (
    <DraftsPage own={ownSideOf(actor.entity.type)} hasBoth={actor.entity.type === 'wholesaler'} />
  ),
});
