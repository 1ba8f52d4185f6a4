import type { SearchParams } from 'nuqs/server';
import { receivablesList } from '@/components/money/receivables/list';
import { ReceivablesPage } from '@/components/money/receivables/page';
import { ownSideOf } from '@/components/orders/own-side';
import { todayIn } from '@/components/ui/format';
import { listPage } from '@/components/ui/pages/list-page';
import { findViewer } from '@/components/ui/pages/runtime';

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
