'use client';
import { Layers } from 'lucide-react';
import { useMemo } from 'react';
import type { LocationName } from '@/components/stock/inventory/types';
import { ReceiveButton } from '@/components/stock/receiving/receive-button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { batchColumns } from './columns';
import { TEST_STATUS } from './labels';
import { batchesList } from './list';
import type { Batch } from './types';
import { BatchTabs } from './view-tabs';

const TEST_OPTIONS = (Object.keys(TEST_STATUS) as Batch['test_status'][]).map((value) => ({
  value,
  label: TEST_STATUS[value].label,
}));

/** The batches that the business makes, holds or has held. @param today in its timezone */
export function BatchesPage({ today, locations }: { today: string; locations: readonly LocationName[] }) {
  const list = useServerList(batchesList, trpc.batches.list, { scope: today });
  const columns = useMemo(() => batchColumns(today), [today]);
  return (
    <ListPage
      title="Batches"
      actions={<ReceiveButton />}
      list={list}
      columns={columns}
      rowLabel={(batch) => batch.batch_id}
      tabs={<BatchTabs current={list.state.view ?? 'all'} />}
      search={{ label: 'Search batches', placeholder: 'Batch number or product' }}
      filters={
        <>
          <SelectFilter
            list={list}
            name="location_id"
            label="Location"
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SelectFilter list={list} name="test_status" label="Test result" options={TEST_OPTIONS} />
        </>
      }
      exportAs={{ path: '/api/v1/batches', fileName: 'batches.csv' }}
      empty={
        <EmptyState icon={Layers} title="No batches yet">
          Batches appear here when you add a certificate, import stock with batch numbers, or receive an
          order.
        </EmptyState>
      }
    />
  );
}
