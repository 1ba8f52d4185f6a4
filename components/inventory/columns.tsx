'use client';
import { History } from 'lucide-react';
import { columnsOf, type DataTableColumns } from '@/components/data-table/columns';
import { formatMoney, formatNumber } from '@/components/format';
import { ItemCell } from '@/components/goods/item-cell';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { AdjustButton } from './adjust-button';
import { ROOM } from './labels';
import { LastSync } from './last-sync';
import { StockBadge } from './stock-badge';
import { type InventoryItem, itemName } from './types';
import { stockValue } from './value';

const column = columnsOf<InventoryItem>();

type ColumnOptions = {
  locationName: (id: string) => string;
  timezone: string;
  canAdjust: boolean;
};

/** Where an item is: "Harbor · Vault". */
export function placeOf(item: InventoryItem, locationName: (id: string) => string): string {
  return `${locationName(item.location_id)} · ${ROOM[item.room_type]}`;
}

function QuantityCell({
  item,
  place,
  canAdjust,
}: {
  item: InventoryItem;
  place: string;
  canAdjust: boolean;
}) {
  if (!canAdjust) return formatNumber(item.quantity);
  return (
    <span className="relative flex items-center justify-end gap-1">
      {formatNumber(item.quantity)}
      <AdjustButton item={item} place={place} shape="cell" />
    </span>
  );
}

function AvailableCell({ item }: { item: InventoryItem }) {
  return (
    <span className="inline-flex items-center gap-2">
      <StockBadge available={item.available_quantity} low={item.low_stock} short />
      {formatNumber(item.available_quantity)}
    </span>
  );
}

/** What every table of stock says of where it is and how much there is. */
export function balanceColumns({ locationName, canAdjust }: ColumnOptions) {
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
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor('available_quantity', {
      header: 'Available',
      meta: { align: 'right', card: 'badge', sortKey: 'available_quantity', className: 'px-2 font-semibold' },
      cell: ({ row }) => <AvailableCell item={row.original} />,
    }),
  ];
}

/** The columns of the inventory list. */
export function inventoryColumns(options: ColumnOptions): DataTableColumns<InventoryItem> {
  return column.columns([
    column.accessor('product_name', {
      header: 'Product',
      meta: { rowHeader: true, sortKey: 'product_name', alsoSort: { key: 'sku', label: 'SKU' } },
      cell: ({ row: { original } }) => (
        <ItemCell goods={original} href={`/inventory/${original.id}`} opensRow lots={original.lots} />
      ),
    }),
    ...balanceColumns(options),
    column.accessor('average_cost', {
      header: 'Avg. cost',
      meta: { align: 'right', sortKey: 'average_cost', hideBelow: '3xl', className: 'px-2' },
      cell: ({ getValue }) => formatMoney(getValue()),
    }),
    column.accessor('unit_price', {
      header: 'Price',
      meta: { align: 'right', sortKey: 'unit_price', hideBelow: 'xl', className: 'px-2' },
      cell: ({ getValue }) => formatMoney(getValue()),
    }),
    column.accessor(stockValue, {
      id: 'value',
      header: 'Value',
      meta: { align: 'right', hideBelow: '2xl', className: 'px-2' },
      cell: ({ getValue }) => formatMoney(getValue()),
    }),
    column.accessor('synced_at', {
      header: 'Last sync',
      meta: { sortKey: 'synced_at', hideBelow: '3xl', className: 'px-2 text-muted md:text-xs' },
      cell: ({ getValue }) => <LastSync at={getValue()} timezone={options.timezone} />,
    }),
    column.display({
      id: 'actions',
      header: () => <VisuallyHidden>Actions</VisuallyHidden>,
      meta: { align: 'right', card: 'actions', label: 'Actions', className: 'pl-1 last:pr-2' },
      cell: ({ row }) => <HistoryLink item={row.original} />,
    }),
  ]);
}

function HistoryLink({ item }: { item: InventoryItem }) {
  return (
    <Button asChild variant="ghost" size="sm" className="px-1.5 max-md:border-control/60 max-md:px-2.5">
      <Link
        href={`/inventory/${item.id}#history`}
        aria-label={`History of ${itemName(item)}`}
        title="History"
      >
        <History aria-hidden />
        <span className="md:hidden">History</span>
      </Link>
    </Button>
  );
}
