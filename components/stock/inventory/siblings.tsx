'use client';
import { useMemo } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { Badge } from '@/components/ui/base/badge';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatAmount } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { AdjustButton } from './adjust-button';
import { siblingsInput } from './detail-inputs';
import { placeOf, ROOM } from './labels';
import { StockBadge } from './stock-badge';
import { type InventoryItem, itemName } from './types';

const column = columnsOf<InventoryItem>();

function QuantityCell({
  item,
  place,
  canAdjust,
}: {
  item: InventoryItem;
  place: string;
  canAdjust: boolean;
}) {
  if (!canAdjust) return formatAmount(item.quantity, item);
  return (
    <span className="relative block">
      {formatAmount(item.quantity, item)}
      <AdjustButton item={item} place={place} shape="cell" />
    </span>
  );
}

function AvailableCell({ item }: { item: InventoryItem }) {
  return (
    <span className="inline-flex items-center gap-2">
      <StockBadge available={item.available_quantity} low={item.low_stock} short />
      {formatAmount(item.available_quantity, item)}
    </span>
  );
}

/** Where an item is and how much of it there is. */
function balanceColumns(locationName: (id: string) => string, canAdjust: boolean) {
  return [
    column.accessor((item) => locationName(item.location_id), {
      id: 'location',
      header: 'Location',
      // A long name takes a second line rather than losing its end.
      meta: { card: 'detail', className: 'px-2 md:min-w-28 md:whitespace-normal md:leading-4' },
    }),
    column.accessor((item) => ROOM[item.room_type], {
      id: 'room',
      header: 'Room',
      meta: { card: 'detail', sortKey: 'room_type', className: 'px-2' },
    }),
    column.accessor('quantity', {
      header: 'Quantity',
      meta: { align: 'right', sortKey: 'quantity', className: 'px-2' },
      cell: ({ row }) => (
        <QuantityCell item={row.original} place={placeOf(row.original, locationName)} canAdjust={canAdjust} />
      ),
    }),
    column.accessor('reserved_quantity', {
      header: 'Reserved',
      meta: { align: 'right', sortKey: 'reserved_quantity', hideBelow: 'lg', className: 'px-2' },
      cell: ({ row: { original } }) => formatAmount(original.reserved_quantity, original),
    }),
    column.accessor('available_quantity', {
      header: 'Available',
      meta: { align: 'right', card: 'badge', sortKey: 'available_quantity', className: 'px-2 font-semibold' },
      cell: ({ row }) => <AvailableCell item={row.original} />,
    }),
  ];
}

/** Every balance of the same product, by variant, location and room; nothing when this is the only one. */
export function Siblings({
  item,
  locationName,
}: {
  item: InventoryItem;
  locationName: (id: string) => string;
}) {
  const { can } = useViewer();
  const query = trpc.inventory.list.useQuery(siblingsInput(item.product_id), { refetchInterval: 15_000 });
  const canAdjust = can('update:inventory');
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('sku', {
          header: 'Item',
          meta: { rowHeader: true },
          cell: ({ row: { original } }) =>
            original.id === item.id ? (
              <ItemCell goods={original} lots={original.lots} note={<Badge>This item</Badge>} />
            ) : (
              <ItemCell goods={original} href={`/inventory/${original.id}`} opensRow lots={original.lots} />
            ),
        }),
        ...balanceColumns(locationName, canAdjust),
      ]),
    [item.id, locationName, canAdjust],
  );
  const rows = query.data?.data;
  if (rows && rows.length < 2) return null;
  const failure = query.error && failureOf(query.error);
  return (
    <section aria-labelledby="siblings-title">
      <h2 id="siblings-title" className="mb-2 font-semibold text-lg">
        All stock for this product
      </h2>
      <DataTable
        caption={`All stock of ${item.product_name}`}
        columns={columns}
        rows={rows}
        getRowId={(row) => row.id}
        rowLabel={itemName}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        refetching={query.isFetching && query.isError}
        empty={null}
        skeletonRows={3}
      />
    </section>
  );
}
