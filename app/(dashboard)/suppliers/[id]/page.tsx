import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { cache } from 'react';
import { ConnectionPage } from '@/components/partners/network/connection-page';
import {
  partnerOrders,
  partnerTotals,
  productMix,
} from '@/components/partners/network/partner-orders-request';
import { loadSupplierTab } from '@/components/partners/network/supplier-tab';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findViewer, requireViewer } from '@/components/ui/pages/runtime';
import { BUYERS, SELLERS } from '@/server/kernel/permissions';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

/** Null when there is no such connection, or it is between other businesses. */
const findConnection = cache(async (id: string) => {
  const viewer = await findViewer();
  return viewer ? unlessAbsent(viewer.caller.entity.connections.get({ id })) : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const connection = await findConnection((await params).id);
  return { title: connection?.entity.name ?? 'Supplier' };
}

async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/suppliers/${encodeURIComponent(id)}`, {
    only: BUYERS,
    needs: ['read:connections'],
  });
  const connection = await findConnection(id);
  if (!connection) {
    // A notice about a follow-up names the supplier's business.
    const found = await unlessAbsent(
      viewer.caller.entity.connections.list({ entity_id: id, side: 'buying', limit: 1 }),
    );
    const own = found?.data[0];
    if (own) redirect(`/suppliers/${own.id}`);
  }
  if (!connection || !SELLERS.includes(connection.entity.type)) notFound();
  const { tab } = await loadSupplierTab(searchParams);
  const { give, queries, HydrateClient } = prefetching(viewer);
  give('entity.connections.get', { id: connection.id }, connection);
  if (tab === 'orders' && viewer.actor.permissions.includes('read:orders')) {
    await Promise.all([
      queries.orders.summaries.prefetch(partnerOrders(connection.entity.id, 'retailer')),
      queries.orders.partner.prefetch(partnerTotals(connection.entity.id, 'retailer')),
      queries.reports.sales.prefetch(productMix(connection.entity.id, 'retailer')),
    ]);
  }
  return (
    <HydrateClient>
      <ConnectionPage key={connection.id} first={connection} tab={tab} />
    </HydrateClient>
  );
}

export default guarded(Page);
