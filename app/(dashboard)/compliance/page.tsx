import { jobsList } from '@/components/stock/compliance/list';
import { CompliancePage } from '@/components/stock/compliance/list-page';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Reports to the state' };

export default listPage({
  path: '/compliance',
  list: jobsList,
  rows: (queries) => queries.compliance.jobs,
  needs: ['read:integrations'],
  async show(viewer) {
    const { locations } = await viewer.caller.entity.get({});
    return <CompliancePage locations={locations.map(({ id, name }) => ({ id, name }))} />;
  },
  who: 'a manager, admin or owner',
});
