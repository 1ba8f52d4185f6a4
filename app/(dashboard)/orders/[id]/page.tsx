import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { OrderPage } from '@/components/orders/detail-page';
import { commentsOf, HISTORY_LIMIT } from '@/components/orders/history-limit';
import { sideRulesOf } from '@/components/orders/side-rules';
import { mayCancel } from '@/components/orders/steps';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '../../../../components/ui/pages/prefetch';
import { findViewer, requireViewer, runtime } from '../../../../components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }> };

/** Null when there is no such order, or it is another business's. */
const findOrder = cache(async (id: string) => {
  const viewer = await findViewer();
  return viewer ? unlessAbsent(viewer.caller.orders.get({ id })) : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const order = await findOrder((await params).id);
  return { title: order?.order_number ?? 'Order' };
}

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/orders/${id}`);
  const order = await findOrder(id);
  if (!order) notFound();
  const { queries, give, HydrateClient } = prefetching(viewer);
  const side = order.retailer.id === viewer.actor.entity.id ? 'retailer' : 'wholesaler';
  // Only a state in which its buyer waits for a seller, and can cancel if that is suspended, costs a query.
  const besideSuspended =
    side === 'retailer' &&
    mayCancel(sideRulesOf(side, true), order.status) &&
    (await runtime().isSuspended(order.wholesaler.id));
  const rules = sideRulesOf(side, besideSuspended);
  give('orders.get', { id: order.id }, order);
  await Promise.all([
    queries.orders.history.prefetch({ id: order.id, limit: HISTORY_LIMIT }),
    queries.orders.comments.prefetch(commentsOf(order.id)),
    queries.orders.manifest.prefetch({ id: order.id }),
    queries.orders.certificates.prefetch({ id: order.id }),
  ]);
  return (
    <HydrateClient>
      <OrderPage key={order.id} rules={rules} first={order} />
    </HydrateClient>
  );
}

export default guarded(Page);
