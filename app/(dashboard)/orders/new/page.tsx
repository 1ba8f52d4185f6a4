import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { createLoader, type SearchParams } from 'nuqs/server';
import { OrderEntryPage } from '@/components/orders/order-entry/entry-page';
import { startOf } from '@/components/orders/order-entry/entry-start';
import { parseAsId } from '@/components/ui/data-table/list-definition';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { findDraft, requireViewer } from '@/components/ui/pages/runtime';
import type { Viewer } from '@/server/transport/runtime';

const load = createLoader({ customer: parseAsId, draft: parseAsId });

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { draft: id } = await load(searchParams);
  // As the heading says it: what a closed quote had is a new order.
  return { title: id && (await findDraft(id))?.status === 'draft' ? 'Edit draft' : 'New order' };
}

async function Page({ searchParams }: Props) {
  const viewer = await requireViewer('/orders/new', { needs: ['create:orders', 'read:customers'] });
  const { customer: id, draft: draftId } = await load(searchParams);
  if (draftId) return <DraftEntry viewer={viewer} draftId={draftId} />;
  const customer = id && (await unlessAbsent(viewer.caller.customers.get({ id })));
  return <OrderEntryPage key={id} first={customer || null} />;
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
