import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { unlessAbsent } from '@/app/absent';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { findDraft, findViewer, locationsOf, requireViewer } from '@/app/runtime';
import { DraftPage } from '@/components/drafts/detail-page';
import { titleOf } from '@/components/drafts/labels';

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
