import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { cache } from 'react';
import {
  connectionWith,
  loadCustomerTab,
  priceListsInput,
} from '@/components/partners/customers/detail-inputs';
import { CustomerPage } from '@/components/partners/customers/detail-page';
import {
  partnerOrders,
  partnerTotals,
  productMix,
} from '@/components/partners/network/partner-orders-request';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findViewer, requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

/** Null when the business has no such customer. */
const findCustomer = cache(async (id: string) => {
  const viewer = await findViewer();
  return viewer ? unlessAbsent(viewer.caller.customers.get({ id })) : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const viewer = await findViewer();
  const customer = viewer?.actor.permissions.includes('read:customers')
    ? await findCustomer((await params).id)
    : null;
  return { title: customer?.name ?? 'Customer' };
}

async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/customers/${encodeURIComponent(id)}`, { needs: ['read:customers'] });
  const customer = await findCustomer(id);
  if (!customer) notFound();
  const { tab } = await loadCustomerTab(searchParams);
  const { give, queries, HydrateClient } = prefetching(viewer);
  give('customers.get', { id: customer.id }, customer);
  const { permissions } = viewer.actor;
  await Promise.all([
    tab === 'orders' &&
      permissions.includes('read:prices') &&
      queries.priceLists.list.prefetch(priceListsInput),
    customer.status === 'claimed' && queries.entity.connections.list.prefetch(connectionWith(customer.id)),
    ...(tab === 'orders' && permissions.includes('read:orders')
      ? [
          queries.orders.summaries.prefetch(partnerOrders(customer.id, 'wholesaler')),
          queries.orders.partner.prefetch(partnerTotals(customer.id, 'wholesaler')),
          queries.reports.sales.prefetch(productMix(customer.id, 'wholesaler')),
        ]
      : []),
  ]);
  return (
    <HydrateClient>
      <CustomerPage key={customer.id} first={customer} tab={tab} />
    </HydrateClient>
  );
}

export default guarded(Page);
