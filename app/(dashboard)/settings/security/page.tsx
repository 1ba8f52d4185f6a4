import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { sessionsList } from '@/components/account/list';
import { SecurityPage } from '@/components/account/security-page';

export const metadata = { title: 'Security' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/settings/security');
  const { queries, give, HydrateClient } = prefetching(viewer);
  const isOwner = viewer.actor.role === 'owner';
  const [profile, rules] = await Promise.all([
    viewer.caller.auth.me({}),
    isOwner ? viewer.caller.entity.get({}) : null,
    queries.auth.passkeys.list.prefetch({}),
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
