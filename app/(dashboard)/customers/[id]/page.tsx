import type { Metadata } from 'next';
import { forbidden, notFound } from 'next/navigation';
import { cache } from 'react';
import { unlessAbsent } from '@/app/absent';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { findViewer, requireViewer } from '@/app/runtime';
import { ConnectionPage } from '@/components/network/connection-page';
import { partnerOrders, tradingSide } from '@/components/network/partner-orders-request';
import { partnersOf } from '@/components/network/partners';

type Props = { params: Promise<{ id: string }> };

/** Null when there is no such connection, or it is between other businesses. */
const findConnection = cache(async (id: string) => {
  const viewer = await findViewer();
  return viewer ? unlessAbsent(viewer.caller.entity.connections.get({ id })) : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const connection = await findConnection((await params).id);
  return { title: connection?.entity.name ?? 'Customer' };
}

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/customers/${encodeURIComponent(id)}`);
  if (partnersOf(viewer.actor.entity.type).path !== '/customers') forbidden();
  const connection = await findConnection(id);
  if (!connection) notFound();
  const { give, queries, HydrateClient } = prefetching(viewer);
  give('entity.connections.get', { id: connection.id }, connection);
  const { entity, permissions } = viewer.actor;
  const side = permissions.includes('read:orders') ? tradingSide(entity.type, connection.entity.type) : null;
  if (side) {
    await Promise.all([
      queries.orders.summaries.prefetch(partnerOrders(connection.entity.id, side)),
      queries.orders.partner.prefetch({ id: connection.entity.id }),
    ]);
  }
  return (
    <HydrateClient>
      <ConnectionPage key={connection.id} first={connection} />
    </HydrateClient>
  );
}

export default guarded(Page);
