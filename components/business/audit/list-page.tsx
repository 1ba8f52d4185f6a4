'use client';
import { History } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { DateRange } from '@/components/ui/base/date-range';
import { EmptyState } from '@/components/ui/base/empty-state';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { todayIn } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { auditColumns } from './columns';
import { actionLabel } from './labels';
import { auditList } from './list';
import type { AuditEntry } from './types';

const EntryDialog = lazy(() => import('./entry-dialog').then((m) => ({ default: m.EntryDialog })));

type Options = readonly { value: string; label: string }[];

/** Every change in the business. @param actors members to filter by */
export function AuditPage({ actors, areas }: { actors: Options; areas: Options }) {
  const { timezone } = useViewer().entity;
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const list = useServerList(auditList, trpc.audit.list);
  const members = useMemo(() => new Map(actors.map(({ value, label }) => [value, label])), [actors]);
  const columns = useMemo(() => auditColumns(timezone, members, setShown), [timezone, members]);
  return (
    <ListPage
      title="Audit log"
      list={list}
      columns={columns}
      rowLabel={({ action }) => actionLabel(action)}
      exportAs={{ path: '/api/v1/audit', fileName: 'audit-log.csv' }}
      filters={
        <>
          <SelectFilter list={list} name="actor_id" label="Actor" options={actors} />
          <SelectFilter list={list} name="action" label="Area" options={areas} />
          <DateRange
            label="Days"
            from={list.state.start_date}
            to={list.state.end_date}
            today={todayIn(timezone)}
            onChange={({ from, to }) => list.setFilters({ start_date: from, end_date: to })}
          />
        </>
      }
      empty={
        <EmptyState icon={History} title="No changes yet">
          Every change in your business appears here with its actor and the values before and after.
        </EmptyState>
      }
    >
      <Suspense>
        {shown && <EntryDialog entry={shown} members={members} onClose={() => setShown(null)} />}
      </Suspense>
    </ListPage>
  );
}
