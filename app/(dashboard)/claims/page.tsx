import { forbidden } from 'next/navigation';
import { ClaimsPage } from '@/components/partners/claims/claims-page';
import { AS_CLAIMANT, AS_SELLER, RECEIVED } from '@/components/partners/claims/list-input';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Claims' };

async function Page() {
  const viewer = await requireViewer('/claims');
  const { permissions, role } = viewer.actor;
  const [sells, invited] = [
    permissions.includes('read:customers'),
    permissions.includes('update:connections'),
  ];
  if (!sells && !invited) forbidden();
  const { queries, HydrateClient } = prefetching(viewer);
  await Promise.all([
    sells && queries.claims.list.prefetch(AS_SELLER),
    role === 'owner' && queries.claims.list.prefetch(AS_CLAIMANT),
    invited && queries.businessInvitations.received.prefetch(RECEIVED),
  ]);
  return (
    <HydrateClient>
      <ClaimsPage />
    </HydrateClient>
  );
}

export default guarded(Page, 'an owner or admin');
