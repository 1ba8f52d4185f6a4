import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { unlessAbsent } from '@/app/absent';
import { HISTORY_LIMIT } from '@/components/orders/history-limit';
import { OrderPage } from '@/components/orders/order-page';
import { sideRulesOf } from '@/components/orders/side-rules';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';
import { findViewer, requireViewer } from '../../../runtime';

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

export default async function Page({ params }: Props) {
  const { id } = await params;
  const { actor, caller } = await requireViewer(`/orders/${id}`);
  const rules = sideRulesOf(actor.entity.type);
  if (!rules) return <ForbiddenPanel />;
  const at = Date.now();
  const order = await findOrder(id);
  if (!order) notFound();
  const [history, locations] = await Promise.all([
    caller.orders.history({ id: order.id, limit: HISTORY_LIMIT }),
    rules.side === 'retailer' ? caller.entity.locations.list({ limit: 500 }) : null,
  ]);
  const place = locations?.data.find((location) => location.id === order.receiving_location_id);
  return (
    <OrderPage
      key={order.id}
      id={order.id}
      rules={rules}
      seed={{ at, order, history }}
      receivingLocation={place ? `${place.name}, ${place.address.street}, ${place.address.city}` : null}
    />
  );
}
