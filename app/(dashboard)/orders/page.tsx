import type { Metadata } from 'next';
import { forbidden } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { ordersList } from '@/components/orders/list';
import { OrdersPage } from '@/components/orders/list-page';
import { sideRulesOf } from '@/components/orders/side-rules';
import { prefetching } from '../../prefetch';
import { findViewer, requireViewer } from '../../runtime';

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
  const { queries, HydrateClient } = prefetching(viewer);
  const [connections] = await Promise.all([
    viewer.caller.entity.connections.list({ limit: 500 }),
    queries.orders.list.prefetch(ordersList.request(state, rules.side)),
    queries.orders.counts.prefetch({}),
  ]);
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
