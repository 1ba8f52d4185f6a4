'use client';
import { RefreshCw } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { LocationName } from '@/components/stock/inventory/types';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { parseAsId } from '@/components/ui/data-table/list-definition';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ApproveButton } from './approve-button';
import { jobColumns } from './columns';
import { IncomingSection } from './incoming-section';
import { jobName, KIND, STATUS } from './labels';
import { jobsList } from './list';
import type { Job } from './types';

const JobDialog = lazy(() => import('./job-dialog').then((m) => ({ default: m.JobDialog })));
const ReasonsDialog = lazy(() => import('./reasons-dialog').then((m) => ({ default: m.ReasonsDialog })));

const POLL_MS = 5_000;
const STATUSES = (Object.keys(STATUS) as Array<Job['status']>).map((value) => ({
  value,
  label: STATUS[value].label,
}));
const KINDS = (Object.keys(KIND) as Array<Job['kind']>).map((value) => ({ value, label: KIND[value] }));

/** Reports of packages and shipments to the state. */
export function CompliancePage({ locations }: { locations: readonly LocationName[] }) {
  const { can, entity } = useViewer();
  const { timezone } = entity;
  const mayChange = can('update:compliance');
  const utils = trpc.useUtils();
  const [mapping, setMapping] = useState(false);
  const [open, setOpen] = useQueryState('job', parseAsId.withOptions({ history: 'push', scroll: false }));
  const list = useServerList(jobsList, trpc.compliance.jobs, {
    poll: () => POLL_MS,
    fetchPage: mayChange ? utils.compliance.jobs.fetch : undefined,
  });
  const names = useMemo(() => new Map(locations.map(({ id, name }) => [id, name])), [locations]);
  const locationName = useCallback((id: string) => names.get(id) ?? 'Closed location', [names]);
  const columns = useMemo(
    () => jobColumns({ timezone, locationName, onView: ({ id }) => void setOpen(id) }),
    [timezone, locationName, setOpen],
  );
  return (
    <ListPage
      breadcrumbs={[{ label: 'Inventory', href: '/inventory' }]}
      title="Reports to the state"
      description="What your locations report to Metrc of packages and shipments."
      actions={mayChange && <Button onClick={() => setMapping(true)}>Reasons of Metrc</Button>}
      list={list}
      columns={columns}
      rowLabel={jobName}
      filters={
        <>
          <SelectFilter
            list={list}
            name="location_id"
            label="Location"
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SelectFilter list={list} name="status" label="Status" options={STATUSES} />
          <SelectFilter list={list} name="kind" label="Report" options={KINDS} />
        </>
      }
      bulk={
        list.selection && (
          <ApproveButton selection={list.selection} rows={list.selectedRows()} onDone={list.show} />
        )
      }
      skeletonRows={5}
      empty={
        <EmptyState icon={RefreshCw} title="No reports yet">
          Changes of tagged packages at locations that are connected with Metrc appear here.
        </EmptyState>
      }
    >
      <IncomingSection locations={locations} />
      <Suspense>
        {open && <JobDialog id={open} onClose={() => void setOpen(null)} />}
        {mapping && <ReasonsDialog locations={locations} onClose={() => setMapping(false)} />}
      </Suspense>
    </ListPage>
  );
}
