import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { documentsOf } from '@/components/partners/claims/list-input';
import { OfferPage } from '@/components/partners/claims/offer-page';
import { type OfferedDocument, offerOf } from '@/components/partners/claims/types';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findViewer, requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }> };

/** Null when the reader sees no such claim. */
const findClaim = cache(async (id: string) => {
  const viewer = await findViewer();
  return viewer ? unlessAbsent(viewer.caller.claims.get({ id })) : null;
});

export const metadata: Metadata = { title: 'Offer' };

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/claims/${encodeURIComponent(id)}`, { needs: ['delete:entity'] });
  const claim = await findClaim(id);
  if (!claim) notFound();
  // A seller decides in the list.
  if (claim.role === 'seller') redirect('/claims');
  const { queries, give, taken, HydrateClient } = prefetching(viewer);
  give('claims.get', { id: claim.id }, claim);
  const input = documentsOf(claim.id);
  if (offerOf(claim)) await queries.claims.documents.prefetch(input);
  const documents = taken<{ data: OfferedDocument[] }>('claims.documents', input);
  return (
    <HydrateClient>
      <OfferPage key={claim.id} first={claim} newest={documents?.data[0]?.created_at ?? null} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an owner');
