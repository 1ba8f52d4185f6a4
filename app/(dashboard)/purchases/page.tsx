import type { SearchParams } from 'nuqs/server';
import { ordersList } from '@/components/orders/list';
import { OrdersList } from '@/components/orders/prefetched-list';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '../../../components/ui/pages/runtime';

export const metadata = { title: 'Purchases' };

/** What a wholesaler buys, beside its sales; a retailer has its purchases at `/orders`. */
async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await ordersList.load(searchParams);
  const viewer = await requireViewer(`/purchases${ordersList.query(state)}`, { only: ['wholesaler'] });
  return <OrdersList viewer={viewer} side="retailer" state={state} />;
}

export default guarded(Page);
