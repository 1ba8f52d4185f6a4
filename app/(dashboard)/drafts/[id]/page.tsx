import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DraftPage } from '@/components/orders/drafts/detail-page';
import { titleOf } from '@/components/orders/drafts/labels';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findDraft, findViewer, locationsOf, requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [viewer, draft] = [await findViewer(), await findDraft((await params).id)];
  return { title: viewer && draft ? titleOf(draft, viewer.actor.entity.id) : 'Draft' };
}

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/drafts/${encodeURIComponent(id)}`, { needs: ['read:orders'] });
  const draft = await findDraft(id);
  if (!draft) notFound();
  const { actor, caller } = viewer;
  const { give, HydrateClient } = prefetching(viewer);
  give('drafts.get', { id: draft.id }, draft);
  const buys = draft.retailer.id === actor.entity.id;
  const customer =
    !buys && actor.permissions.includes('read:customers')
      ? await unlessAbsent(caller.customers.get({ id: draft.retailer.id }))
      : null;
  const locations = (buys ? await locationsOf(viewer) : customer?.locations) ?? [];
  return (
    <HydrateClient>
      <DraftPage
        key={draft.id}
        first={draft}
        decides={customer?.status === 'unclaimed'}
        locations={locations.map(({ id, name }) => ({ id, name }))}
      />
    </HydrateClient>
  );
}

export default guarded(Page);
