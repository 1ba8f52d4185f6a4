import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { ordersList, ordersQuery } from '@/components/orders/orders-list';
import { OrdersPage } from '@/components/orders/orders-page';
import { sideRulesOf } from '@/components/orders/side-rules';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';
import { findViewer, requireViewer } from '../../runtime';

const TITLE = { retailer: 'Purchases', wholesaler: 'Sales', cultivator: 'Orders' };

export async function generateMetadata(): Promise<Metadata> {
  const viewer = await findViewer();
  return { title: TITLE[viewer?.actor.entity.type ?? 'retailer'] };
}

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await ordersList.load(searchParams);
  const { actor, caller } = await requireViewer(`/orders${ordersList.query(state)}`);
  const rules = sideRulesOf(actor.entity.type);
  if (!rules) return <ForbiddenPanel />;
  const input = ordersQuery(state, rules.side);
  const at = Date.now();
  const [list, counts, connections] = await Promise.all([
    caller.orders.list(input),
    caller.orders.counts({}),
    caller.entity.connections.list({ limit: 500 }),
  ]);
  const other = rules.side === 'retailer' ? 'wholesaler' : 'retailer';
  const parties = connections.data
    .filter(({ entity, status }) => entity.type === other && status === 'accepted')
    .map(({ entity: { id, name } }) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return <OrdersPage rules={rules} seed={{ at, input, list, counts }} parties={parties} />;
}
