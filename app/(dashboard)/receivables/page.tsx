import type { SearchParams } from 'nuqs/server';
import { listPage } from '@/app/list-page';
import { findViewer } from '@/app/runtime';
import { todayIn } from '@/components/format';
import { ownSideOf } from '@/components/orders/own-side';
import { receivablesList } from '@/components/receivables/list';
import { ReceivablesPage } from '@/components/receivables/page';

export async function generateMetadata({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await findViewer();
  const { side } = await receivablesList.load(searchParams);
  return {
    title:
      (side ?? (viewer && ownSideOf(viewer.actor.entity.type))) === 'buying' ? 'Payables' : 'Receivables',
  };
}

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
