import { teamList } from '@/components/business/team/list';
import { TeamPage } from '@/components/business/team/team-page';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Team' };

export default listPage({
  path: '/settings/team',
  list: teamList,
  rows: (queries) => queries.entity.team.list,
  async show({ caller, actor }) {
    const { locations } = await caller.entity.get({});
    return <TeamPage places={locations.map(({ id, name }) => ({ id, name }))} limit={actor.locationLimit} />;
  },
  who: 'an admin or owner',
});
