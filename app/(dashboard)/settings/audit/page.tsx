import { areaLabel } from '@/components/business/audit/labels';
import { auditList } from '@/components/business/audit/list';
import { AuditPage } from '@/components/business/audit/list-page';
import { listPage } from '@/components/ui/pages/list-page';
import { AUDIT_ACTIONS } from '@/server/kernel/audit-actions';

export const metadata = { title: 'Audit log' };

const AREAS = [...new Set(Object.keys(AUDIT_ACTIONS).map((action) => action.split('.')[0] ?? ''))]
  .map((value) => ({ value, label: areaLabel(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en-US'));
/** More members than the filter needs to offer. */
const MOST_ACTORS = 500;

export default listPage({
  path: '/settings/audit',
  list: auditList,
  needs: ['read:audit'],
  rows: (queries) => queries.audit.list,
  async show({ caller }) {
    const team = await caller.entity.team.list({ limit: MOST_ACTORS, sort: 'name' });
    const actors = team.data
      .filter(({ status }) => status === 'active')
      .map(({ user_id, name, email }) => ({ value: user_id, label: name ?? email }));
    return <AuditPage actors={actors} areas={AREAS} />;
  },
  who: 'an admin or owner',
});
