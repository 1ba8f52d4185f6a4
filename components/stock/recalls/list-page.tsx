'use client';
import { Siren } from 'lucide-react';
import { BatchTabs } from '@/components/stock/batches/view-tabs';
import { EmptyState } from '@/components/ui/base/empty-state';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { RECALL_COLUMNS } from './columns';
import { recallsList } from './list';

const STATUS_OPTIONS = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const;

/** The recalls that the business opened or has to respond to. */
export function RecallsPage() {
  const list = useServerList(recallsList, trpc.recalls.list);
  return (
    <ListPage
      title="Recalls"
      list={list}
      columns={RECALL_COLUMNS}
      rowLabel={(recall) => `recall of ${recall.batch_id}`}
      tabs={<BatchTabs current="recalls" />}
      filters={
        <>
          <SelectFilter list={list} name="status" label="Status" options={STATUS_OPTIONS} />
          <ToggleFilter list={list} name="waiting" label="Waiting for your response" />
        </>
      }
      exportAs={{ path: '/api/v1/recalls', fileName: 'recalls.csv' }}
      empty={
        <EmptyState icon={Siren} title="No recalls">
          Recalls that you open, and those of batches that you hold, appear here.
        </EmptyState>
      }
    />
  );
}
