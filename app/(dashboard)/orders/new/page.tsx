import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { createLoader, type SearchParams } from 'nuqs/server';
import { OrderEntryPage } from '@/components/orders/order-entry/entry-page';
import { startOf, startOfCopy } from '@/components/orders/order-entry/entry-start';
import { parseAsId } from '@/components/ui/data-table/list-definition';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { findDraft, requireViewer } from '@/components/ui/pages/runtime';
import type { Viewer } from '@/server/transport/runtime';

const load = createLoader({ customer: parseAsId, draft: parseAsId, copy: parseAsId });

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { draft: id } = await load(searchParams);
  // As the heading says it: what a closed quote had is a new order.
  return { title: id && (await findDraft(id))?.status === 'draft' ? 'Edit draft' : 'New order' };
}

async function Page({ searchParams }: Props) {
  const viewer = await requireViewer('/orders/new', { needs: ['create:orders', 'read:customers'] });
  const { customer: id, draft: draftId, copy } = await load(searchParams);
  if (draftId) return <DraftEntry viewer={viewer} draftId={draftId} />;
  const customer = id && (await unlessAbsent(viewer.caller.customers.get({ id })));
  const start = customer && copy ? await copyOf(viewer, customer.id, copy) : undefined;
  return <OrderEntryPage key={`${id} ${copy}`} first={customer || null} start={start} />;
}

/** Variants that one request of a catalog may name. */
const MOST_VARIANTS = 200;

/** The lines of an order of the customer, to be entered again; undefined where there is none. */
async function copyOf({ actor, caller }: Viewer, customerId: string, orderId: string) {
  const order = await unlessAbsent(caller.orders.get({ id: orderId }));
  if (order?.wholesaler.id !== actor.entity.id || order.retailer.id !== customerId) return undefined;
  const ids = order.items.map(({ variant_id }) => variant_id).slice(0, MOST_VARIANTS);
  const offers = await caller.market.catalogue({
    ...{ id: actor.entity.id, customer_id: customerId, limit: MOST_VARIANTS },
    variant_ids: ids.join(),
  });
  return startOfCopy(order, offers.data);
}

/** The form with a draft of the business, or with what a closed quote had. */
async function DraftEntry({ viewer: { actor, caller }, draftId }: { viewer: Viewer; draftId: string }) {
  const draft = await findDraft(draftId);
  if (draft?.wholesaler.id !== actor.entity.id) notFound();
  const ids = draft.items.map(({ variant_id }) => variant_id);
  const [customer, offers] = await Promise.all([
    unlessAbsent(caller.customers.get({ id: draft.retailer.id })),
    unlessAbsent(
      caller.market.catalogue({
        ...{ id: actor.entity.id, customer_id: draft.retailer.id, limit: ids.length },
        variant_ids: ids.join(),
      }),
    ),
  ]);
  if (!customer) notFound();
  return <OrderEntryPage key={draft.id} first={customer} start={startOf(draft, offers?.data ?? [])} />;
}

export default guarded(Page, 'a manager, admin or owner');
