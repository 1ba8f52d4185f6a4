import type { SearchParams } from 'nuqs/server';
import { sessionsList } from '@/components/business/account/list';
import { SecurityPage } from '@/components/business/account/security-page';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Security' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/settings/security');
  const { queries, give, HydrateClient } = prefetching(viewer);
  const isOwner = viewer.actor.role === 'owner';
  const [profile, rules] = await Promise.all([
    viewer.caller.auth.me({}),
    isOwner ? viewer.caller.entity.get({}) : null,
    queries.auth.passkeys.list.prefetch({}),
    queries.oauth.grants.prefetch({}),
    queries.auth.sessions.prefetch(sessionsList.request(await sessionsList.load(searchParams))),
  ]);
  give('auth.me', {}, profile);
  return (
    <HydrateClient>
      <SecurityPage first={profile} rules={rules} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
