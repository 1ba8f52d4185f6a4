import { listPage } from '@/app/list-page';
import { draftsList } from '@/components/drafts/list';
import { DraftsPage } from '@/components/drafts/list-page';
import { ownSideOf } from '@/components/orders/own-side';

export const metadata = { title: 'Drafts' };

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
