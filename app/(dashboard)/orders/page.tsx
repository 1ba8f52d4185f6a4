import type { Metadata } from 'next';
import { forbidden } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { ordersList } from '@/components/orders/list';
import { OrdersPage } from '@/components/orders/list-page';
import { sideRulesOf } from '@/components/orders/side-rules';
import { prefetching } from '../../prefetch';
import { findViewer, orderCountsOf, requireViewer } from '../../runtime';

const TITLE = { retailer: 'Purchases', wholesaler: 'Sales', cultivator: 'Orders' };

export async function generateMetadata(): Promise<Metadata> {
  const viewer = await findViewer();
  return { title: TITLE[viewer?.actor.entity.type ?? 'retailer'] };
}

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await ordersList.load(searchParams);
  const viewer = await requireViewer(`/orders${ordersList.query(state)}`);
  const rules = sideRulesOf(viewer.actor.entity.type);
  if (!rules) forbidden();
  const { queries, give, HydrateClient } = prefetching(viewer);
  const [connections, counts] = await Promise.all([
    viewer.caller.entity.connections.list({ limit: 500 }),
    orderCountsOf(viewer),
    queries.orders.summaries.prefetch(ordersList.request(state, rules.side)),
  ]);
  give('orders.counts', {}, counts);
  const other = rules.side === 'retailer' ? 'wholesaler' : 'retailer';
  const parties = connections.data
    .filter(({ entity, status }) => entity.type === other && status === 'accepted')
    .map(({ entity: { id, name } }) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <HydrateClient>
      <OrdersPage rules={rules} parties={parties} />
    </HydrateClient>
  );
}

export default guarded(Page);
