'use client';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyState } from '@/components/ui/base/empty-state';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListBar } from '@/components/ui/data-table/list-page';
import { ListTable } from '@/components/ui/data-table/list-table';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { requestColumns } from './columns';
import { METHODS, requestsList } from './list';

const METHOD_OPTIONS = METHODS.map((value) => ({ value, label: value }));

/** The business's requests over REST, newest first. */
export function RequestLog() {
  const { timezone } = useViewer().entity;
  const list = useServerList(requestsList, trpc.usage.requests);
  const columns = useMemo(() => requestColumns(timezone), [timezone]);
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="font-semibold text-lg">
        Requests
      </h2>
      <ListBar
        list={list}
        views
        filters={
          <>
            <ToggleFilter list={list} name="failed" label="Failed" />
            <SelectFilter list={list} name="method" label="Method" options={METHOD_OPTIONS} />
          </>
        }
      />
      <ListTable
        list={list}
        caption="Requests"
        columns={columns}
        rowLabel={(request) => `${request.method} ${request.path}`}
        empty={
          <EmptyState icon={ScrollText} title="No requests yet">
            REST requests of the last 30 days appear here with their status and request id.
          </EmptyState>
        }
      />
    </section>
  );
}
