'use client';
import { History } from 'lucide-react';
import { columnsOf, type DataTableColumns } from '@/components/data-table/columns';
import { RowLink } from '@/components/data-table/row-link';
import { formatMoney, formatNumber } from '@/components/format';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { AdjustButton } from './adjust-button';
import { ROOM } from './labels';
import { LastSync } from './last-sync';
import { StockBadge } from './stock-badge';
import { type InventoryItem, itemName } from './types';
import { stockValue } from './value';

const column = columnsOf<InventoryItem>();

// What only a desk's screen has room for; a card shows everything.
const ROOMY = 'md:max-[89.9rem]:hidden';

type ColumnOptions = {
  locationName: (id: string) => string;
  timezone: string;
  canAdjust: boolean;
};

/** Where an item stands: "Harbor · Vault". */
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
    <span className="relative flex items-center justify-end gap-1 max-md:justify-start">
      {formatNumber(item.quantity)}
      <AdjustButton item={item} place={place} shape="cell" />
    </span>
  );
}

function AvailableCell({ item }: { item: InventoryItem }) {
  return (
    <span className="inline-flex items-center gap-2 max-md:flex-row-reverse">
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
      meta: { className: 'px-2 md:max-w-32 md:truncate' },
      cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
    }),
    column.accessor((item) => ROOM[item.room_type], {
      id: 'room',
      header: 'Room',
      meta: { sortKey: 'room_type', className: 'px-2' },
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
      meta: { align: 'right', sortKey: 'reserved_quantity', className: 'px-2' },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor('available_quantity', {
      header: 'Available',
      meta: { align: 'right', sortKey: 'available_quantity', className: 'px-2 font-semibold' },
      cell: ({ row }) => <AvailableCell item={row.original} />,
    }),
  ];
}

/** The columns of the inventory list. */
export function inventoryColumns(options: ColumnOptions): DataTableColumns<InventoryItem> {
  return column.columns([
    column.accessor('product_name', {
      header: 'Product',
      meta: { rowHeader: true, sortKey: 'product_name' },
      cell: ({ row }) => (
        <>
          <RowLink href={`/inventory/${row.original.id}`}>{row.original.product_name}</RowLink>
          <span className="block text-muted text-xs max-md:hidden xl:hidden">{row.original.sku}</span>
        </>
      ),
    }),
    column.accessor('sku', {
      header: 'SKU',
      meta: { sortKey: 'sku', hideBelow: 'xl', className: 'px-2 text-muted md:text-xs' },
    }),
    ...balanceColumns(options),
    column.accessor('average_cost', {
      header: 'Avg. cost',
      meta: { align: 'right', sortKey: 'average_cost', hideBelow: 'xl', className: 'px-2' },
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
      meta: { align: 'right', className: cn('px-2', ROOMY) },
      cell: ({ getValue }) => formatMoney(getValue()),
    }),
    column.accessor('synced_at', {
      header: 'Last sync',
      meta: { sortKey: 'synced_at', className: cn('px-2 text-muted md:text-xs', ROOMY) },
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
