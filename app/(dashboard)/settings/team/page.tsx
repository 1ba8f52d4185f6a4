import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { teamList } from '@/components/team/list';
import { TeamPage } from '@/components/team/team-page';

export const metadata = { title: 'Team' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/settings/team');
  const { queries, HydrateClient } = prefetching(viewer);
  const state = await teamList.load(searchParams);
  const [entity] = await Promise.all([
    viewer.caller.entity.get({}),
    queries.entity.team.list.prefetch(teamList.request(state)),
  ]);
  return (
    <HydrateClient>
      <TeamPage
        places={entity.locations.map(({ id, name }) => ({ id, name }))}
        limit={viewer.actor.locationLimit}
      />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
