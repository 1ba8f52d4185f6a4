import { forbidden } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { areaLabel } from '@/components/audit/labels';
import { auditList } from '@/components/audit/list';
import { AuditPage } from '@/components/audit/list-page';
import { AUDIT_ACTIONS } from '@/server/kernel/audit-actions';

export const metadata = { title: 'Audit log' };

const AREAS = [...new Set(Object.keys(AUDIT_ACTIONS).map((action) => action.split('.')[0] ?? ''))]
  .map((value) => ({ value, label: areaLabel(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en-US'));
/** More members than the filter needs to offer. */
const MOST_ACTORS = 500;

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/settings/audit');
  const { actor, caller } = viewer;
  if (!actor.permissions.includes('read:audit')) forbidden();
  const { queries, HydrateClient } = prefetching(viewer);
  const [team] = await Promise.all([
    caller.entity.team.list({ limit: MOST_ACTORS, sort: 'name' }),
    queries.audit.list.prefetch(auditList.request(await auditList.load(searchParams))),
  ]);
  const actors = team.data
    .filter(({ status }) => status === 'active')
    .map(({ user_id, name, email }) => ({ value: user_id, label: name ?? email }));
  return (
    <HydrateClient>
      <AuditPage actors={actors} areas={AREAS} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
