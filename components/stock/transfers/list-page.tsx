'use client';
import { ArrowRightLeft } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { transferColumns } from './columns';
import { transfersList } from './list';
import type { LocationName } from './types';

/** What the business moved between its rooms and locations. */
export function TransfersPage({ locations }: { locations: readonly LocationName[] }) {
  const { can } = useViewer();
  const list = useServerList(transfersList, trpc.inventory.listTransfers);
  const columns = useMemo(() => transferColumns(locations), [locations]);
  const begin = can('update:inventory') && (
    <Button asChild variant="primary">
      <Link href="/inventory/transfers/new">New transfer</Link>
    </Button>
  );
  return (
    <ListPage
      title="Transfers"
      actions={begin}
      list={list}
      columns={columns}
      rowLabel={(transfer) => `transfer of ${transfer.first.product_name}`}
      filters={
        <SelectFilter
          list={list}
          name="location_id"
          label="Location"
          options={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      }
      exportAs={{ path: '/api/v1/inventory/transfers', fileName: 'transfers.csv' }}
      empty={
        <EmptyState icon={ArrowRightLeft} title="No transfers yet">
          Stock that you move between rooms and locations appears here.
        </EmptyState>
      }
    />
  );
}
