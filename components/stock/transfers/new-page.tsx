'use client';
import { Boxes } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { optionsOf, ROOM } from '@/components/stock/inventory/labels';
import { itemName } from '@/components/stock/inventory/types';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { columnsOf } from '@/components/ui/data-table/columns';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListBar } from '@/components/ui/data-table/list-page';
import { ListTable } from '@/components/ui/data-table/list-table';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { NUMBER } from '@/components/ui/data-table/values';
import { trpc } from '@/components/ui/providers/trpc';
import { FlowPage } from '@/components/ui/shell/flow-page';
import { stockList } from './list';
import { locationName } from './places';
import type { LocationName, StockRow } from './types';

const TransferDialog = lazy(() =>
  import('@/components/stock/inventory/transfer-dialog').then((m) => ({ default: m.TransferDialog })),
);

const ROOMS = optionsOf(ROOM);
const column = columnsOf<StockRow>();

/** Moves stock: choose the items, then how many of each go where. */
export function NewTransferPage({ locations }: { locations: readonly LocationName[] }) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const list = useServerList(stockList, trpc.inventory.list, { fetchPage: utils.inventory.list.fetch });
  const [moving, setMoving] = useState<readonly StockRow[] | null>(null);
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('product_name', {
          header: 'Product',
          meta: { rowHeader: true, sortKey: 'product_name' },
          cell: ({ row: { original } }) => <ItemCell goods={original} lots={original.lots} />,
        }),
        column.accessor((item) => locationName(item.location_id, locations), {
          id: 'location',
          header: 'Location',
          meta: { card: 'detail', className: 'md:whitespace-normal md:leading-4' },
        }),
        column.accessor((item) => ROOM[item.room_type], {
          id: 'room',
          header: 'Room',
          meta: { card: 'detail', sortKey: 'room_type' },
        }),
        column.accessor('reserved_quantity', { header: 'Reserved', ...NUMBER }),
        column.accessor('available_quantity', {
          header: 'Available',
          ...NUMBER,
          meta: { align: 'right', card: 'badge', sortKey: 'available_quantity' },
        }),
      ]),
    [locations],
  );
  return (
    <FlowPage
      title="New transfer"
      breadcrumbs={[{ label: 'Transfers', href: '/inventory/transfers' }]}
      stepsLabel="Steps of the transfer"
      steps={[
        { key: 'items', label: 'Choose items', state: moving ? 'done' : 'current' },
        { key: 'destination', label: 'Destination and quantities', state: moving ? 'current' : 'upcoming' },
      ]}
    >
      <ListBar
        list={list}
        search="Search products and SKUs"
        filters={
          <>
            <SelectFilter
              list={list}
              name="location_id"
              label="Location"
              options={locations.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <SelectFilter list={list} name="room_type" label="Room" options={ROOMS} />
          </>
        }
      />
      <ListTable
        list={list}
        caption="Items to choose from"
        columns={columns}
        rowLabel={(item) => `${itemName(item)}, ${ROOM[item.room_type]}`}
        bulk={
          <Button size="sm" variant="primary" onClick={() => setMoving(list.selectedRows())}>
            Continue
          </Button>
        }
        empty={
          <EmptyState icon={Boxes} title="No stock yet">
            Stock appears here after a delivery, an import or a sync.
          </EmptyState>
        }
      />
      {moving && (
        <Suspense>
          <TransferDialog
            items={moving}
            source="all"
            locations={locations}
            onClose={() => setMoving(null)}
            onDone={(id) => router.push(`/inventory/transfers/${id}`)}
          />
        </Suspense>
      )}
    </FlowPage>
  );
}
