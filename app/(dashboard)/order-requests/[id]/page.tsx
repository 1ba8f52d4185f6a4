import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { RequestPage } from '@/components/orders/requests/detail-page';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findViewer, requireViewer } from '@/components/ui/pages/runtime';
import { SELLERS } from '@/server/kernel/permissions';

type Props = { params: Promise<{ id: string }> };

/** Null when the business has no such request. */
const findRequest = cache(async (id: string) => {
  const viewer = await findViewer();
  const isSeller = viewer && SELLERS.includes(viewer.actor.entity.type);
  return isSeller ? unlessAbsent(viewer.caller.orderRequests.get({ id })) : null;
});

export const metadata: Metadata = { title: 'Order request' };

async function Page({ params }: Props) {
  const { id } = await params;
  const path = `/order-requests/${encodeURIComponent(id)}`;
  const viewer = await requireViewer(path, { needs: ['read:orders'], only: SELLERS });
  const request = await findRequest(id);
  if (!request) notFound();
  const { give, HydrateClient } = prefetching(viewer);
  give('orderRequests.get', { id: request.id }, request);
  return (
    <HydrateClient>
      <RequestPage key={request.id} first={request} />
    </HydrateClient>
  );
}

export default guarded(Page);
