'use client';
import { useMemo } from 'react';
import { totalText } from '@/components/catalog/goods/amounts';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { ROOM } from '@/components/stock/inventory/labels';
import { itemName } from '@/components/stock/inventory/types';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { DateTime } from '@/components/ui/date-time';
import { formatAmount, formatAmountChange } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { locationName } from './places';
import type { LocationName, Transfer } from './types';

type Row = Transfer['movements'][number];
const column = columnsOf<Row>();
const movedOf = (rows: readonly Row[], isMoved: (delta: number) => boolean) =>
  rows.filter(({ delta }) => isMoved(delta)).map((row) => ({ count: Math.abs(row.delta), goods: row }));

/** What one transfer did to each balance; the ledger never changes, so neither does this page. */
export function TransferPage({ first, locations }: { first: Transfer; locations: readonly LocationName[] }) {
  const { timezone } = useViewer().entity;
  const query = trpc.inventory.getTransfer.useQuery({ id: first.id }, { initialData: first });
  const { notes, actor, created_at, movements } = query.data;
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('product_name', {
          header: 'Product',
          meta: { rowHeader: true },
          cell: ({ row: { original } }) => (
            <ItemCell goods={original} href={`/inventory/${original.inventory_id}`} opensRow />
          ),
        }),
        column.accessor((row) => locationName(row.location_id, locations), {
          id: 'location',
          header: 'Location',
        }),
        column.accessor((row) => ROOM[row.room_type], { id: 'room', header: 'Room' }),
        column.accessor('delta', {
          header: 'Change',
          meta: { align: 'right', card: 'badge', className: 'font-semibold' },
          cell: ({ row: { original } }) => formatAmountChange(original.delta, original),
        }),
        column.accessor('quantity_after', {
          header: 'Quantity after',
          meta: { align: 'right' },
          cell: ({ row: { original } }) => formatAmount(original.quantity_after, original),
        }),
      ]),
    [locations],
  );
  // A limited member may see only one end of it.
  const left = movedOf(movements, (delta) => delta < 0);
  const moved = left.length > 0 ? left : movedOf(movements, (delta) => delta > 0);
  return (
    <ResourcePage
      query={query}
      historyOf={first.id}
      breadcrumbs={[{ label: 'Transfers', href: '/inventory/transfers' }]}
      title="Transfer"
      description={
        <>
          {totalText(moved)} moved by {actor.name} · <DateTime value={created_at} timezone={timezone} />
        </>
      }
    >
      {notes && (
        <Card>
          <DefinitionList items={[{ term: 'Note', value: notes }]} />
        </Card>
      )}
      <DataTable
        caption="Balances changed by the transfer"
        columns={columns}
        rows={movements}
        getRowId={(row) => row.id}
        rowLabel={itemName}
        empty={null}
        error={null}
      />
    </ResourcePage>
  );
}
