import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { ordersList } from '@/components/orders/list';
import { OrdersList } from '@/components/orders/prefetched-list';
import { guarded } from '@/components/ui/pages/guarded';
import { findViewer, requireViewer } from '../../../components/ui/pages/runtime';

export async function generateMetadata(): Promise<Metadata> {
  const viewer = await findViewer();
  return { title: viewer && viewer.actor.entity.type !== 'retailer' ? 'Sales' : 'Purchases' };
}

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await ordersList.load(searchParams);
  const viewer = await requireViewer(`/orders${ordersList.query(state)}`);
  const side = viewer.actor.entity.type === 'retailer' ? 'retailer' : 'wholesaler';
  return <OrdersList viewer={viewer} side={side} state={state} />;
}

export default guarded(Page);
