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
  const [profile] = await Promise.all([
    viewer.caller.auth.me({}),
    queries.auth.passkeys.list.prefetch({}),
    queries.auth.sessions.prefetch(sessionsList.request(await sessionsList.load(searchParams))),
  ]);
  give('auth.me', {}, profile);
  return (
    <HydrateClient>
      <SecurityPage first={profile} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
