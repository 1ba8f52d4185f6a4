import { ordersList } from '@/components/orders/list';
import { OrdersPage } from '@/components/orders/list-page';
import { sideRulesOf } from '@/components/orders/side-rules';
import type { Side } from '@/server/features/orders/shapes/flow.schema';
import type { Viewer } from '@/server/transport/runtime';
import { prefetching } from '../ui/pages/prefetch';
import { orderCountsOf } from '../ui/pages/runtime';

/** The orders of a business on one side: "Purchases" or "Sales". */
export async function OrdersList({
  viewer,
  side,
  state,
}: {
  viewer: Viewer;
  side: Side;
  state: Awaited<ReturnType<typeof ordersList.load>>;
}) {
  const { queries, give, HydrateClient } = prefetching(viewer);
  const of = side === 'retailer' ? 'buying' : 'selling';
  const [connections, counts] = await Promise.all([
    viewer.caller.entity.connections.list({ side: of, status: 'accepted', limit: 500 }),
    orderCountsOf(viewer, of),
    queries.orders.summaries.prefetch(ordersList.request(state, side)),
  ]);
  give('orders.counts', { side: of }, counts);
  const parties = connections.data
    .map(({ entity: { id, name } }) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <HydrateClient>
      <OrdersPage rules={sideRulesOf(side)} parties={parties} />
    </HydrateClient>
  );
}
