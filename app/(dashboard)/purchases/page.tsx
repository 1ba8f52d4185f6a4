import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { OrdersList } from '@/app/orders-list';
import { ordersList } from '@/components/orders/list';
import { requireViewer } from '../../runtime';

export const metadata = { title: 'Purchases' };

/** What a wholesaler buys, beside its sales; a retailer has its purchases at `/orders`. */
async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await ordersList.load(searchParams);
  const viewer = await requireViewer(`/purchases${ordersList.query(state)}`, { only: ['wholesaler'] });
  return <OrdersList viewer={viewer} side="retailer" state={state} />;
}

export default guarded(Page);
