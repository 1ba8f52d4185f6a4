import { forbidden } from 'next/navigation';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { ClaimsPage } from '@/components/claims/claims-page';
import { AS_CLAIMANT, AS_SELLER, RECEIVED } from '@/components/claims/list-input';

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
